package io.millrace.launcher;

import io.millrace.newsql.NewSqlServer;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.node.StoreException;
import io.netty.channel.ChannelException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flags of {@code up sql}. */
final class SqlOptions {

    @Option(
            names = "--sql-port",
            paramLabel = "PORT",
            defaultValue = "3307",
            description = "Port of the SQL server on 127.0.0.1 (${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--sql-directory",
            paramLabel = "DIR",
            defaultValue = "target/millrace/sql",
            description = "Where the SQL server keeps its data (${DEFAULT-VALUE}).")
    Path directory = Path.of("");

    /** Starts a server in this process and stays until it is told to end; then it ends its sessions, and closes its store. */
    void serveUntilKilled() throws InterruptedException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (Ending ending = Ending.open();
                NewSqlServer server = open(address)) {
            int bound = server.address().getPort();
            System.out.println("Up. SQL server at 127.0.0.1:" + bound + ", data in " + directory
                    + "; user root, no password, this machine only");
            System.out.println("Try: mariadb -h127.0.0.1 -P" + bound + " -uroot");
            ending.await();
        }
    }

    private NewSqlServer open(InetSocketAddress address) {
        try {
            return NewSqlServer.open(directory, MysqlConfig.defaults().withAddress(address));
        } catch (StoreException | ChannelException e) {
            throw new LauncherException(
                    "the SQL server cannot start: address=" + address + ", directory=" + directory + ": "
                            + e.getMessage(),
                    "Try another --sql-port or --sql-directory.");
        }
    }
}
