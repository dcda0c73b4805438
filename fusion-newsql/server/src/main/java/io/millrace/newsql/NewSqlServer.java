package io.millrace.newsql;

import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.MysqlServer;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * A whole server in one process: the wire, the engine, and the store in a directory.
 *
 * <p><b>Ownership.</b> Closing it ends all sessions, then lets go of the directory. <b>Errors.</b> {@link io.millrace.newsql.node.StoreException} if the directory cannot be
 * opened, Netty's {@code ChannelException} if the address cannot be bound.
 */
public final class NewSqlServer implements AutoCloseable {

    private static final int PORT = 3307;

    private final NodeStore store;
    private final MysqlServer wire;

    private NewSqlServer(NodeStore store, MysqlServer wire) {
        this.store = store;
        this.wire = wire;
    }

    public static NewSqlServer open(Path directory, MysqlConfig config) {
        NodeStore store = NodeStore.open(directory, StoreConfig.defaults());
        try {
            return new NewSqlServer(store, MysqlServer.open(config, NewSqlEngine.open(store)));
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    public InetSocketAddress address() {
        return wire.address();
    }

    @Override
    public void close() {
        wire.close();
        store.close();
    }

    /** {@code NewSqlServer DIRECTORY [PORT]}: serves on the loopback address until it is killed, and says so on its first line. */
    public static void main(String[] args) throws InterruptedException {
        int port = args.length > 1 ? Integer.parseInt(args[1]) : PORT;
        MysqlConfig config = MysqlConfig.defaults().withAddress(new InetSocketAddress("127.0.0.1", port));
        NewSqlServer server = open(Path.of(args[0]), config);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "newsql-close"));
        System.out.println("listening on " + server.address());
        System.out.flush();
        Thread.currentThread().join();
    }
}
