package io.millrace.newsql.node;

import io.millrace.newsql.node.server.NodeListener;
import io.millrace.newsql.node.server.Sweep;
import io.millrace.transport.EventLoops;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A storage node that serves the Redis protocol.
 *
 * <p><b>Threads.</b> Safe. <b>Ownership.</b> Has the store, the loops and the listening socket; {@link #close} ends them. <b>Durability.</b> A reply tells of nothing that is not on the
 * device.
 */
public final class NodeServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);

    private final NodeStore store;
    private final EventLoops loops;
    private final NodeListener listener;
    private final Sweep sweep;

    private NodeServer(NodeStore store, EventLoops loops, NodeListener listener, Sweep sweep) {
        this.store = store;
        this.loops = loops;
        this.listener = listener;
        this.sweep = sweep;
    }

    /**
     * Opens the store and serves it.
     *
     * @throws IOException if the address cannot be had or the certificate not be read
     * @throws StoreException as {@link NodeStore#open}
     */
    public static NodeServer start(NodeConfig config) throws IOException {
        NodeStore store = NodeStore.open(config.directory(), config.store());
        EventLoops loops = EventLoops.open(config.transport());
        NodeListener listener = new NodeListener(config, store, loops);
        Sweep sweep = new Sweep(store, loops.loops().get(0));
        NodeServer server = new NodeServer(store, loops, listener, sweep);
        boolean started = false;
        try {
            listener.start();
            sweep.start();
            started = true;
            LOG.info("node serves: address={}, directory={}", listener.address(), config.directory());
            return server;
        } finally {
            if (!started) {
                server.close();
            }
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** Lets what was asked be answered, then closes connections, loops and store; a second close does nothing. */
    @Override
    public void close() {
        sweep.end();
        try (store;
                loops;
                listener) {
            LOG.info("node ends");
        }
    }

    /** {@code DIRECTORY [PORT]}: serves at loopback until it is told to end; the password, if any, is in {@code MILLRACE_NODE_PASSWORD}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0 || args.length > 2) {
            System.err.println("usage: NodeServer DIRECTORY [PORT]");
            System.exit(2);
            return;
        }
        String password = System.getenv("MILLRACE_NODE_PASSWORD");
        NodeConfig config = NodeConfig.of(Path.of(args[0]))
                .withPort(args.length == 2 ? Integer.parseInt(args[1]) : NodeConfig.PORT)
                .withPassword(password == null || password.isEmpty() ? null : password);
        NodeServer server = start(config);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "millrace-node-end"));
        System.out.println("SERVING " + server.address().getPort());
        new CountDownLatch(1).await();
    }
}
