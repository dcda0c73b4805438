package io.millrace.registry.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A TCP proxy on the loopback address that can be cut and mended, so that one client of etcd loses it and others not. */
final class CuttableProxy implements AutoCloseable {

    private final URI target;
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    CuttableProxy(URI target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.execute(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** Ends all connections; new ones are ended as they come. */
    void cut() {
        cut = true;
        sockets.forEach(CuttableProxy::end);
    }

    void mend() {
        cut = false;
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
        threads.shutdownNow();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                serve(server.accept());
            } catch (IOException closedOrRefused) {
                // Either the test is over, or the other end is away: its client sees a closed connection.
            }
        }
    }

    private void serve(Socket near) throws IOException {
        sockets.add(near);
        Socket far;
        try {
            far = new Socket(target.getHost(), target.getPort());
        } catch (IOException refused) {
            end(near);
            throw refused;
        }
        sockets.add(far);
        threads.execute(() -> copy(near, far));
        threads.execute(() -> copy(far, near));
        if (cut) {
            end(near);
            end(far);
        }
    }

    private void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ended) {
            // The other direction ends with this one.
        } finally {
            end(from);
            end(to);
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
