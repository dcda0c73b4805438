package io.millrace.mesh.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.mesh.ProviderConfig;
import io.millrace.mesh.ThriftEgress;
import io.millrace.mesh.ThriftIngress;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class MeshSettingsTest {
    private static final String SERVICE = "provider.services[0].interface-name";

    private static MeshSettings settings(Map<String, String> properties) {
        Map<String, String> full = new HashMap<>();
        properties.forEach((name, value) -> full.put("millrace.mesh." + name, value));
        return new MeshSettings(new Binder(new MapConfigurationPropertySource(full))
                .bindOrCreate("millrace.mesh", MeshProperties.class));
    }

    @Test
    void theConsumerListensOnLoopbackUnlessTold() {
        InetSocketAddress byDefault = settings(Map.of()).consumer().listen();
        assertThat(byDefault.getHostString()).isEqualTo("127.0.0.1");
        assertThat(byDefault.getPort()).isEqualTo(20000);
        assertThat(settings(Map.of("listen-address", "[::1]:7", "deadline", "9s", "queue-limit", "5"))
                        .consumer())
                .satisfies(config -> {
                    assertThat(config.listen().getHostString()).isIn("::1", "0:0:0:0:0:0:0:1");
                    assertThat(config.listen().getPort()).isEqualTo(7);
                    assertThat(config.deadline()).isEqualTo(Duration.ofSeconds(9));
                    assertThat(config.queueLimit()).isEqualTo(5);
                });
    }

    @Test
    void theProviderTakesWhatItIsTold() {
        ProviderConfig config = settings(Map.of(
                        SERVICE,
                        "a.Service",
                        "provider.services[0].group",
                        "g",
                        "provider.services[0].weight",
                        "3",
                        "provider.services[0].capacity",
                        "20",
                        "provider.address",
                        "10.0.0.2:1234",
                        "provider.advertised-address",
                        "10.0.0.1:5678",
                        "provider.heartbeat",
                        "1s"))
                .provider();
        assertThat(config.listen().getPort()).isEqualTo(30000);
        assertThat(config.provider().getHostString()).isEqualTo("10.0.0.2");
        assertThat(config.provider().getPort()).isEqualTo(1234);
        assertThat(config.advertised()).isNotNull();
        assertThat(config.heartbeat()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.capacity()).isEqualTo(20);
        assertThat(config.services()).singleElement().satisfies(service -> {
            assertThat(service.key()).isEqualTo(new ServiceKey("g", "a.Service", null));
            assertThat(service.weight()).isEqualTo(3);
        });
    }

    @Test
    void aThriftProviderTakesWhatItIsTold() {
        ProviderConfig config = settings(Map.of(
                        SERVICE,
                        "a.Service",
                        "provider.services[0].protocol",
                        "thrift",
                        "provider.services[0].multiplexed",
                        "true",
                        "provider.thrift.pipelining",
                        "8",
                        "provider.thrift.heartbeat-method",
                        "ping"))
                .provider();
        assertThat(config.protocol()).isEqualTo("thrift");
        assertThat(config.thrift()).isEqualTo(new ThriftEgress(8, "ping"));
        assertThat(config.services()).singleElement().satisfies(service -> {
            assertThat(service.serialization()).isEqualTo("binary");
            assertThat(service.multiplexed()).isTrue();
        });
        assertThat(settings(Map.of(SERVICE, "a.Service"))
                        .provider()
                        .services()
                        .get(0)
                        .serialization())
                .isEqualTo("hessian2");
    }

    @Test
    void servicesOfOneProviderSpeakOneProtocol() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of(
                                SERVICE,
                                "a.Service",
                                "provider.services[1].interface-name",
                                "b.Service",
                                "provider.services[1].protocol",
                                "thrift"))
                        .provider())
                .withMessageContaining("protocols")
                .withMessageContaining("b.Service");
    }

    @Test
    void theConsumerKnowsTheServiceOfThriftCalls() {
        assertThat(settings(Map.of()).consumer().thrift()).isEqualTo(ThriftIngress.defaults());
        assertThat(settings(Map.of(
                                "consumer.thrift.service", "a.Service",
                                "consumer.thrift.group", "g",
                                "consumer.thrift.version", "v"))
                        .consumer()
                        .thrift())
                .isEqualTo(ThriftIngress.defaults().withService("a.Service", "g", "v"));
    }

    @Test
    void aProviderFrontsSomething() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of()).provider())
                .withMessageContaining("millrace.mesh.provider.services[0].interface-name");
    }

    @ParameterizedTest
    @CsvSource({
        "listen-address, here",
        "listen-address, :1",
        "listen-address, a:b",
        "listen-address, a:70000",
        "provider.address, a:-1",
        "provider.advertised-address, a"
    })
    void aWrongAddressIsNamedWithItsProperty(String property, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        settings(Map.of(SERVICE, "a.Service", property, value)).provider())
                .withMessageContaining("millrace.mesh." + property);
    }

    @ParameterizedTest
    @CsvSource({"serialization, xml", "serialization, binary", "protocol, rmi", "weight, -1", "capacity, 0"})
    void aWrongServiceIsNamed(String property, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of(SERVICE, "a.Service", "provider.services[0]." + property, value))
                        .provider())
                .withMessageContaining(property)
                .withMessageContaining("a.Service")
                .withMessageContaining(value);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:30000", "localhost:30000", "[::1]:30000"})
    void aLoopbackAddressIsNotToldToARemoteRegistry(String advertised) {
        Map<String, String> remote = Map.of(
                SERVICE,
                "a.Service",
                "registry.etcd.endpoints[0]",
                "http://192.0.2.1:2379",
                "provider.advertised-address",
                advertised);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(remote).provider())
                .withMessageContaining("millrace.mesh.provider.advertised-address");
        Map<String, String> byDefault =
                Map.of(SERVICE, "a.Service", "registry.etcd.endpoints[0]", "http://192.0.2.1:2379");
        assertThatIllegalArgumentException()
                .as("nor the listen address in its place")
                .isThrownBy(() -> settings(byDefault).provider())
                .withMessageContaining("millrace.mesh.provider.advertised-address");
        Map<String, String> local = Map.of(SERVICE, "a.Service", "provider.advertised-address", advertised);
        assertThat(settings(local).provider().advertised()).isNotNull();
    }

    @Test
    void theAddressOfAllInterfacesIsNotAdvertised() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of(SERVICE, "a.Service", "listen-address", "0.0.0.0:30000"))
                        .provider())
                .withMessageContaining("millrace.mesh.provider.advertised-address");
    }

    @Test
    void aFixedListIsRead() throws Exception {
        try (ServiceRegistry registry = settings(Map.of(
                                "registry.type", "fixed",
                                "registry.fixed.services[0].interface-name", "a.Service",
                                "registry.fixed.services[0].endpoints[0]", "10.0.0.1:1",
                                "registry.fixed.services[0].endpoints[1]",
                                        "10.0.0.2:2;weight=3;capacity=4;serialization=fastjson;zone=z",
                                "registry.fixed.services[0].endpoints[2]", "10.0.0.3:3;protocol=thrift"))
                        .registry();
                EndpointGroup group = registry.watch(new ServiceKey(null, "a.Service", null))) {
            assertThat(group.endpoints())
                    .isEqualTo(List.of(
                            Endpoint.of("10.0.0.1", 1),
                            new Endpoint("10.0.0.2", 2, 3, 4, "dubbo", "fastjson", "z"),
                            new Endpoint("10.0.0.3", 3, 1, 200, "thrift", "binary", null)));
        }
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1:1;wait=3, wait", "10.0.0.1:1;weight=much, much", "10.0.0.1, 10.0.0.1"})
    void aMistakeInAFixedListIsNamed(String endpoint, String word) {
        Map<String, String> fixed = Map.of(
                "registry.type", "fixed",
                "registry.fixed.services[0].interface-name", "a.Service",
                "registry.fixed.services[0].endpoints[0]", endpoint);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(fixed).registry().close())
                .withMessageContaining("millrace.mesh.registry.fixed.services[].endpoints[]")
                .withMessageContaining(word);
    }
}
