package io.millrace.registry.etcd;

import static io.millrace.registry.etcd.EtcdFixture.HELLO;
import static io.millrace.registry.etcd.EtcdFixture.PATIENCE;
import static io.millrace.registry.etcd.EtcdFixture.endpoint;
import static io.millrace.registry.etcd.EtcdFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.millrace.registry.EtcdConfig;
import io.millrace.registry.Registration;
import io.millrace.registry.ServiceRegistry;
import io.millrace.testkit.EtcdServer;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An etcd that speaks TLS and asks its clients for certificates. */
@Timeout(120)
class EtcdTlsIT {

    private static Path folder;
    private static Path authority;
    private static Path strangers;
    private static Path certificate;
    private static Path key;
    private static EtcdServer etcd;

    @BeforeAll
    static void startEtcd(@TempDir Path temp) throws Exception {
        folder = temp;
        X509Bundle root = authority("CN=Millrace test authority");
        authority = write("ca.pem", root.getRootCertificatePEM());
        strangers = write("strangers.pem", authority("CN=Strangers").getRootCertificatePEM());
        X509Bundle server = leaf("CN=etcd").addSanIpAddress("127.0.0.1").buildIssuedBy(root);
        X509Bundle client = leaf("CN=agent").buildIssuedBy(root);
        certificate = write("client.pem", client.getCertificatePathPEM());
        key = write("client.key", client.getPrivateKeyPEM());
        etcd = EtcdServer.create()
                .tls(
                        write("server.pem", server.getCertificatePathPEM()),
                        write("server.key", server.getPrivateKeyPEM()))
                .clientAuthority(authority)
                .start();
    }

    @AfterAll
    static void stopEtcd() {
        etcd.close();
    }

    @Test
    void withCertificatesOnBothSidesEverythingWorks() throws Exception {
        try (EtcdFixture fixture = new EtcdFixture(etcd)) {
            EtcdConfig config = trusted(fixture).withClientCertificate(certificate, key);
            Registration registration = get(fixture.open(config).register(HELLO, endpoint(1)));
            assertThat(get(fixture.open(config).watch(HELLO).ready())).containsExactly(endpoint(1));
            get(registration.closeAsync());
        }
    }

    @Test
    void withoutAClientCertificateEtcdRefuses() throws Exception {
        try (EtcdFixture fixture = new EtcdFixture(etcd)) {
            assertRefused(fixture.open(trusted(fixture)));
        }
    }

    @Test
    void aServerOfAnotherAuthorityIsNotTrusted() throws Exception {
        try (EtcdFixture fixture = new EtcdFixture(etcd)) {
            EtcdConfig config = fixture.config().withCaFile(strangers).withClientCertificate(certificate, key);
            assertRefused(fixture.open(config));
        }
    }

    @Test
    void filesThatCannotBeUsedAreRefusedWhenOpening() throws Exception {
        try (EtcdFixture fixture = new EtcdFixture(etcd)) {
            Path none = folder.resolve("none.pem");
            Path garbage = write("garbage.pem", "no certificate");
            for (Path bad : List.of(none, garbage)) {
                EtcdConfig config = fixture.config().withCaFile(bad);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> fixture.open(config))
                        .withMessageContaining(bad.toString());
            }
        }
    }

    private static void assertRefused(ServiceRegistry registry) {
        await().atMost(PATIENCE).until(() -> registry.health().lastError() != null);
        assertThat(registry.health().connected()).isFalse();
    }

    private static EtcdConfig trusted(EtcdFixture fixture) {
        return fixture.config().withCaFile(authority);
    }

    private static X509Bundle authority(String subject) throws Exception {
        return new CertificateBuilder()
                .subject(subject)
                .setIsCertificateAuthority(true)
                .setKeyUsage(
                        true, CertificateBuilder.KeyUsage.keyCertSign, CertificateBuilder.KeyUsage.digitalSignature)
                .buildSelfSigned();
    }

    private static CertificateBuilder leaf(String subject) {
        return new CertificateBuilder()
                .subject(subject)
                .addExtendedKeyUsageServerAuth()
                .addExtendedKeyUsageClientAuth();
    }

    private static Path write(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }
}
