package io.millrace.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AgentCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aConsumerNeedsNoOption() {
        assertThat(properties("consumer")).containsExactly("--millrace.mesh.role=consumer");
    }

    @Test
    void aConsumerOverEtcd() {
        assertThat(properties(
                        "consumer",
                        "--listen",
                        "127.0.0.1:20001",
                        "--etcd",
                        "http://10.0.0.1:2379,http://10.0.0.2:2379",
                        "--deadline",
                        "800ms",
                        "--management=127.0.0.1:9500"))
                .containsExactly(
                        "--millrace.mesh.role=consumer",
                        "--millrace.mesh.listen-address=127.0.0.1:20001",
                        "--millrace.mesh.deadline=800ms",
                        "--millrace.mesh.registry.etcd.endpoints[0]=http://10.0.0.1:2379",
                        "--millrace.mesh.registry.etcd.endpoints[1]=http://10.0.0.2:2379",
                        "--server.address=127.0.0.1",
                        "--server.port=9500");
    }

    @Test
    void aConsumerWithFixedLists() {
        assertThat(properties(
                        "consumer",
                        "--fixed",
                        "a.Service=10.0.0.7:30000;weight=2;capacity=100,10.0.0.8:30000",
                        "--fixed=b.Service=[::1]:30001"))
                .containsExactly(
                        "--millrace.mesh.role=consumer",
                        "--millrace.mesh.registry.type=fixed",
                        "--millrace.mesh.registry.fixed.services[0].interface-name=a.Service",
                        "--millrace.mesh.registry.fixed.services[0].endpoints[0]=10.0.0.7:30000;weight=2;capacity=100",
                        "--millrace.mesh.registry.fixed.services[0].endpoints[1]=10.0.0.8:30000",
                        "--millrace.mesh.registry.fixed.services[1].interface-name=b.Service",
                        "--millrace.mesh.registry.fixed.services[1].endpoints[0]=[::1]:30001");
    }

    @Test
    void aConsumerOfThrift() {
        assertThat(properties("consumer", "--thrift-service=Calculator"))
                .containsExactly("--millrace.mesh.role=consumer", "--millrace.mesh.consumer.thrift.service=Calculator");
    }

    @Test
    void aProviderOfThrift() {
        assertThat(properties(
                        "provider",
                        "--provider=127.0.0.1:9090",
                        "--interface=Calculator",
                        "--protocol=thrift",
                        "--serialization=compact",
                        "--multiplexed"))
                .containsExactly(
                        "--millrace.mesh.role=provider",
                        "--millrace.mesh.provider.address=127.0.0.1:9090",
                        "--millrace.mesh.provider.services[0].interface-name=Calculator",
                        "--millrace.mesh.provider.services[0].protocol=thrift",
                        "--millrace.mesh.provider.services[0].serialization=compact",
                        "--millrace.mesh.provider.services[0].multiplexed=true");
    }

    @Test
    void aProviderWithEverything() {
        String passwordFile = Path.of("secret").toAbsolutePath().toString();
        assertThat(properties(
                        "provider",
                        "--provider=127.0.0.1:20880",
                        "--interface=com.example.HashService",
                        "--group=blue",
                        "--version=1.2",
                        "--listen=0.0.0.0:30000",
                        "--advertise=10.0.0.7:30000",
                        "--weight=3",
                        "--capacity=150",
                        "--serialization=fastjson",
                        "--etcd=https://etcd:2379",
                        "--etcd-user=mesh",
                        "--etcd-password-file=secret",
                        "--etcd-ca-file=/etc/ca.pem"))
                .containsExactly(
                        "--millrace.mesh.role=provider",
                        "--millrace.mesh.listen-address=0.0.0.0:30000",
                        "--millrace.mesh.provider.address=127.0.0.1:20880",
                        "--millrace.mesh.provider.advertised-address=10.0.0.7:30000",
                        "--millrace.mesh.provider.services[0].interface-name=com.example.HashService",
                        "--millrace.mesh.provider.services[0].group=blue",
                        "--millrace.mesh.provider.services[0].version=1.2",
                        "--millrace.mesh.provider.services[0].serialization=fastjson",
                        "--millrace.mesh.provider.services[0].weight=3",
                        "--millrace.mesh.provider.services[0].capacity=150",
                        "--millrace.mesh.registry.etcd.endpoints[0]=https://etcd:2379",
                        "--millrace.mesh.registry.etcd.user=mesh",
                        "--millrace.mesh.registry.etcd.password-file=" + passwordFile,
                        "--millrace.mesh.registry.etcd.ca-file=/etc/ca.pem");
    }

    @Test
    void propertiesWrittenOutComeLastAndSoWin() {
        assertThat(properties("consumer", "--millrace.mesh.deadline=1s", "--deadline=2s", "--server.port=9500"))
                .endsWith("--millrace.mesh.deadline=2s", "--millrace.mesh.deadline=1s", "--server.port=9500");
    }

    @Test
    void aRoleIsNeeded() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("agent needs a role");
    }

    @Test
    void aProviderNeedsAddressAndInterface() {
        assertThat(run("provider")).isEqualTo(2);
        assertThat(err.toString()).contains("--provider").contains("--interface");
    }

    @Test
    void aSlipIsNotPassedOn() {
        assertThat(run("consumer", "--lsten=127.0.0.1:1", "--millrace.mesh.deadline=1s"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--lsten=127.0.0.1:1");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void fixedAndEtcdExcludeEachOther() {
        assertThat(run("consumer", "--fixed=a.Service=h:1", "--etcd=http://127.0.0.1:2379"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no --etcd beside it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"20000", ":20000", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:x", "::1:20000"})
    void anAddressHasHostAndPort(String address) {
        assertThat(run("consumer", "--listen", address)).isEqualTo(2);
        assertThat(err.toString()).contains("expected: host:port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.Service", "=h:1", "a.Service=", "a.Service=h", "a.Service=h:1,,h:2"})
    void aFixedListHasAnInterfaceAndAddresses(String list) {
        assertThat(run("consumer", "--fixed", list)).isEqualTo(2);
        assertThat(err.toString()).contains("--fixed");
    }

    private List<String> properties(String... arguments) {
        assertThat(run(arguments)).as(err.toString()).isZero();
        return out.toString().lines().toList();
    }

    private int run(String... arguments) {
        return new CommandLine(new AgentCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
