package io.millrace.launcher.child;

import io.millrace.launcher.LauncherException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Loopback ports: whether one is free, and some that are. */
public final class Ports {

    /** The only address that the launcher listens on. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final byte[] LOOPBACK_BYTES = {127, 0, 0, 1};

    private Ports() {}

    /** A port on {@link #LOOPBACK}; 0 lets the system choose when it is bound. */
    public static InetSocketAddress loopback(int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_BYTES), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }

    /**
     * A port that was free a moment ago. Another process may take it before we do; who uses it copes with that.
     *
     * @throws UncheckedIOException if the machine has none left
     */
    public static int free() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(loopback(0));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port", e);
        }
    }

    /**
     * Makes sure that nobody listens on a port that the user will be told about.
     *
     * @param flag the flag that changes it, for the answer
     * @throws LauncherException if it is taken: by whom, and how to choose another
     */
    public static void requireFree(int port, String flag) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(loopback(port));
        } catch (IOException e) {
            String owner = PortOwner.find(port).map(found -> " by " + found).orElse("");
            throw new LauncherException(
                    "port " + port + " on " + LOOPBACK + " is taken" + owner,
                    e,
                    "Choose another: " + flag + ' ' + free() + ", or end that process.");
        }
    }
}
