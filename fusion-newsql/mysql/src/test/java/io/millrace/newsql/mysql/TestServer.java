package io.millrace.newsql.mysql;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.transport.TransportConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A server with the echoing engine on a free port. */
final class TestServer implements AutoCloseable {
    final EchoEngine engine = new EchoEngine();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final MysqlServer server;

    private TestServer(UnaryOperator<MysqlConfig> change) {
        server = MysqlServer.open(change.apply(config().withMeters(meters)), engine);
    }

    static MysqlConfig config() {
        return MysqlConfig.defaults()
                .withAddress(new InetSocketAddress("127.0.0.1", 0))
                .withLocalFiles(true)
                .withTransport(TransportConfig.defaults().withThreads(1));
    }

    static TestServer open() {
        return new TestServer(config -> config);
    }

    static TestServer open(UnaryOperator<MysqlConfig> change) {
        return new TestServer(change);
    }

    static SslContext tls() throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject("CN=localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        return SslContextBuilder.forServer(bundle.toKeyManagerFactory()).build();
    }

    int port() {
        return server.address().getPort();
    }

    /** With MySQL's own driver; options as in an URL. */
    Connection mysql(String user, String password, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port() + "/echo?allowPublicKeyRetrieval=true&" + options, user, password);
    }

    /** The same with an account that needs no dialogue. */
    Connection mysql(String options) throws SQLException {
        return mysql("nopass", "", "sslMode=DISABLED&" + options);
    }

    Connection mariadb(String user, String password, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mariadb://127.0.0.1:" + port() + "/echo?allowPublicKeyRetrieval=true&" + options, user, password);
    }

    EchoSession session(long id) {
        return Objects.requireNonNull(engine.sessions.get(id));
    }

    double count(MysqlMeters meter) {
        return meters.get(meter.meterName()).functionCounter().count();
    }

    double gauge(MysqlMeters meter) {
        return meters.get(meter.meterName()).gauge().value();
    }

    double refusals(String reason) {
        return meters.get(MysqlMeters.REFUSALS.meterName())
                .tag("reason", reason)
                .counter()
                .count();
    }

    @Override
    public void close() {
        server.close();
    }
}
