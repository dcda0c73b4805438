package io.millrace.newsql;

import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.MysqlServer;
import io.millrace.newsql.node.NodeStore;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole server in one process: the wire, the engine, and the store in a directory.
 *
 * <p><b>Ownership.</b> Closing it ends all sessions, then lets go of the directory. <b>Errors.</b> {@link io.millrace.newsql.node.StoreException} if the directory cannot be
 * opened, {@link OpenRootException} if others could come in as root without a password, Netty's {@code ChannelException} if the address cannot be bound.
 */
public final class NewSqlServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NewSqlServer.class);
    private static final int PORT = 3307;

    private final NodeStore store;
    private final NewSqlEngine engine;
    private final MysqlServer wire;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean ends;

    private NewSqlServer(NodeStore store, NewSqlEngine engine, MysqlServer wire) {
        this.store = store;
        this.engine = engine;
        this.wire = wire;
    }

    /** With the defaults of the rest. */
    public static NewSqlServer open(Path directory, MysqlConfig config) {
        return open(NewSqlConfig.of(directory).withMeters(config.meters()).withWire(config));
    }

    public static NewSqlServer open(NewSqlConfig config) {
        NodeStore store = NodeStore.open(config.directory(), config.store());
        try {
            NewSqlEngine engine = NewSqlEngine.open(store, config);
            checkRoot(engine, config.wire().address());
            MysqlServer wire = MysqlServer.open(config.wire(), engine);
            engine.resumeBuilds();
            return new NewSqlServer(store, engine, wire);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static void checkRoot(NewSqlEngine engine, InetSocketAddress address) {
        if (!engine.isRootOpen()) {
            return;
        }
        if (address.getAddress() == null || !address.getAddress().isLoopbackAddress()) {
            engine.close();
            throw new OpenRootException("root has no password: address=" + address
                    + " (expected: a loopback address; or set one: ALTER USER root@localhost IDENTIFIED BY …)");
        }
        LOG.warn(
                "root has no password: everybody on this machine is root; ALTER USER root@localhost IDENTIFIED BY '…' sets one, address={}",
                address);
    }

    public InetSocketAddress address() {
        return wire.address();
    }

    /** As of now; cheap. Ready is who takes clients and can write. */
    public NewSqlHealth health() {
        Map<String, Object> details = new LinkedHashMap<>();
        boolean writable = store.isWritable();
        String failure = store.failure();
        details.put("version", NewSqlEngine.VERSION);
        details.put("address", address().toString());
        details.put("sessions", engine.sessionCount());
        details.put("position", store.position());
        details.put("writable", writable);
        details.put("freeBytes", store.usableBytes());
        if (failure != null) {
            details.put("failure", failure);
        }
        details.put("rootOpen", engine.isRootOpen());
        details.put("readOnly", engine.isReadOnly());
        return new NewSqlHealth(writable && !ends, details);
    }

    /**
     * Takes no more clients, and lets those that are there end: each when no statement of its runs, no transaction of its is open, and it holds no locks; they are told 1053. Waits for that
     * up to {@code limit}; {@link #close} then ends what is left.
     *
     * @return whether all have ended
     */
    public boolean drain(Duration limit) {
        ends = true;
        return wire.drain(limit);
    }

    /** A second close does nothing. */
    @Override
    public void close() {
        ends = true;
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        wire.close();
        engine.close();
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
