package io.millrace.benchmark.newsql.serve;

import io.millrace.newsql.NewSqlServer;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.MysqlLimits;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** Our SQL server as users run it, but for the number of connections that it lets in. */
public final class SqlServed {
    /** As many as the peer is told. */
    private static final int CONNECTIONS = 2200;

    private SqlServed() {}

    /** {@code DIRECTORY PORT}: serves until it is killed, and says so on its first line. */
    public static void main(String[] args) throws InterruptedException {
        MysqlConfig config = MysqlConfig.defaults()
                .withAddress(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1])))
                .withLimits(MysqlLimits.defaults().withConnections(CONNECTIONS));
        NewSqlServer server = NewSqlServer.open(Path.of(args[0]), config);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "close"));
        System.out.println("SERVING " + server.address().getPort());
        Thread.currentThread().join();
    }
}
