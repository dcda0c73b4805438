package io.millrace.thrift.netty;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.apache.thrift.transport.TSSLTransportFactory.TSSLTransportParameters;

/** Certificates of one authority, for this machine, and contexts that use them. */
final class TestCertificates {
    private static final String PASSWORD = "only for tests";

    private final X509Bundle authority;
    private final X509Bundle here;

    private TestCertificates(X509Bundle authority, X509Bundle here) {
        this.authority = authority;
        this.here = here;
    }

    static TestCertificates create() throws Exception {
        X509Bundle authority = authority();
        X509Bundle here = new CertificateBuilder()
                .subject("CN=localhost")
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
        return new TestCertificates(authority, here);
    }

    private static X509Bundle authority() throws Exception {
        return new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
    }

    SslContextBuilder server() throws Exception {
        return SslContextBuilder.forServer(here.toKeyManagerFactory())
                .sslProvider(SslProvider.JDK)
                .trustManager(authority.getCertificate());
    }

    /** Takes only clients with a certificate. */
    SslContext mutualServer() throws Exception {
        return server().clientAuth(ClientAuth.REQUIRE).build();
    }

    /** A server elsewhere, of the same authority. */
    SslContext serverElsewhere() throws Exception {
        X509Bundle elsewhere = new CertificateBuilder()
                .subject("CN=elsewhere.example")
                .addSanDnsName("elsewhere.example")
                .buildIssuedBy(authority);
        return SslContextBuilder.forServer(elsewhere.toKeyManagerFactory())
                .sslProvider(SslProvider.JDK)
                .build();
    }

    SslContextBuilder client() {
        return SslContextBuilder.forClient().sslProvider(SslProvider.JDK).trustManager(authority.getCertificate());
    }

    SslContext clientWithCertificate() throws Exception {
        return client().keyManager(here.toKeyManagerFactory()).build();
    }

    /** Trusts another authority only. */
    static SslContext strangersClient() throws Exception {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(authority().getCertificate())
                .build();
    }

    /** The same for Apache's library: the key, and the authority to trust. */
    TSSLTransportParameters forLibthrift() throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("authority", authority.getCertificate());
        TSSLTransportParameters parameters = new TSSLTransportParameters();
        parameters.setKeyStore(stored(here.toKeyStore(PASSWORD.toCharArray())), PASSWORD, "SunX509", "PKCS12");
        parameters.setTrustStore(stored(trust), PASSWORD, "PKIX", "PKCS12");
        return parameters;
    }

    private static InputStream stored(KeyStore keys) throws GeneralSecurityException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        keys.store(bytes, PASSWORD.toCharArray());
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}
