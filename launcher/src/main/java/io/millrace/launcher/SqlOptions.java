package io.millrace.launcher;

import io.millrace.newsql.NewSqlConfig;
import io.millrace.newsql.NewSqlServer;
import io.millrace.newsql.OpenRootException;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.node.StoreException;
import io.netty.channel.ChannelException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of {@code up sql}. Root's first password, if it is to have one, is in the environment: a command line is read by everybody. */
final class SqlOptions {

    private static final String ROOT_PASSWORD = "MILLRACE_SQL_ROOT_PASSWORD";

    @Option(
            names = "--sql-port",
            paramLabel = "PORT",
            defaultValue = "3307",
            description = "Port of the SQL server (${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--sql-bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description =
                    "Where the SQL server listens (${DEFAULT-VALUE}); beyond this machine only once root has a password, the first of"
                            + " which is taken from " + ROOT_PASSWORD + ".")
    private String bind = "";

    @Option(
            names = "--sql-directory",
            paramLabel = "DIR",
            defaultValue = "target/millrace/sql",
            description = "Where the SQL server keeps its data (${DEFAULT-VALUE}).")
    Path directory = Path.of("");

    @Option(
            names = "--sql-certificate",
            paramLabel = "FILE",
            description = "Certificates that the SQL server shows its clients, in PEM: with --sql-key it speaks TLS.")
    private @Nullable Path certificate;

    @Option(names = "--sql-key", paramLabel = "FILE", description = "The certificate's private key, PKCS #8 in PEM.")
    private @Nullable Path key;

    @Option(names = "--sql-require-tls", description = "Refuse clients that do not encrypt.")
    private boolean requireTls;

    /** Starts a server in this process and stays until it is told to end; then it ends its sessions, and closes its store. */
    void serveUntilKilled() throws InterruptedException {
        try (Ending ending = Ending.open();
                NewSqlServer server = open()) {
            int bound = server.address().getPort();
            String host = server.address().getAddress().isAnyLocalAddress() ? "127.0.0.1" : bind;
            System.out.println("Up. SQL server at " + bind + ":" + bound + (certificate == null ? "" : ", TLS")
                    + ", data in " + directory + "; user root"
                    + (password() == null ? ", as created without a password and for this machine only" : ""));
            System.out.println("Try: ./millrace sql shell"
                    + (bound == MysqlConfig.DEFAULT_PORT ? "" : " --port " + bound) + ", or: mariadb -h" + host + " -P"
                    + bound + " -uroot" + (password() == null ? "" : " -p"));
            ending.await();
        }
    }

    private static @Nullable String password() {
        String password = System.getenv(ROOT_PASSWORD);
        return password == null || password.isEmpty() ? null : password;
    }

    private NewSqlServer open() {
        InetSocketAddress address = new InetSocketAddress(bind, port);
        MysqlConfig wire = MysqlConfig.defaults().withAddress(address);
        SslContext tls = tls();
        if (tls != null) {
            wire = wire.withTls(tls, requireTls);
        } else if (requireTls) {
            throw new LauncherException(
                    "--sql-require-tls without a certificate", "Add --sql-certificate and --sql-key.");
        }
        try {
            return NewSqlServer.open(NewSqlConfig.of(directory).withWire(wire).withInitialRootPassword(password()));
        } catch (OpenRootException e) {
            throw new LauncherException(
                    "the SQL server does not listen where others could come in as root: " + e.getMessage(),
                    e,
                    "Put a password into " + ROOT_PASSWORD + ", or leave --sql-bind at 127.0.0.1.");
        } catch (StoreException | ChannelException e) {
            throw new LauncherException(
                    "the SQL server cannot start: address=" + address + ", directory=" + directory + ": "
                            + e.getMessage(),
                    e,
                    "Try another --sql-port or --sql-directory.");
        }
    }

    private @Nullable SslContext tls() {
        if (certificate == null && key == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw new LauncherException("TLS takes two files", "Give both --sql-certificate and --sql-key.");
        }
        try {
            return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new LauncherException(
                    "no TLS with certificate=" + certificate + ", key=" + key + ": " + e.getMessage(),
                    e,
                    "Both are PEM files; the key is PKCS #8: openssl pkcs8 -topk8 -nocrypt -in KEY");
        }
    }
}
