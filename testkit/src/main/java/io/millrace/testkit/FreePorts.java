package io.millrace.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports of the loopback address that nobody listens on at the moment of asking, and that the kernel gives to no connection.
 *
 * <p>A server that ends leaves its port to whoever takes it. Were it one of those that connections come from, any client of the machine might have it by the time that the server is
 * started again; a client that goes on calling the server that is away would even meet itself there. Another listener may still take a port before the caller binds it: prefer port 0
 * wherever the server under test can report what it bound; use this where a port must be known beforehand or kept over a restart.
 *
 * <p><b>Threads:</b> safe. <b>Errors:</b> {@link IllegalStateException} if no port is found.
 */
public final class FreePorts {

    /** Beyond the ports of well-known servers. */
    private static final int LOWEST = 10_000;

    /** Where Linux begins with the ports of connections unless it is told otherwise. */
    private static final int CONNECTIONS_DEFAULT = 32_768;

    private static final Path CONNECTIONS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    private static final int ATTEMPTS_MAX = 10_000;

    private FreePorts() {}

    /** One free port. */
    public static int one() {
        return some(1).get(0);
    }

    /** Several different free ports; all are held open until the last is found, so none comes twice. */
    public static List<Integer> some(int count) {
        int end = firstOfConnections();
        List<ServerSocket> held = new ArrayList<>(count);
        try {
            for (int attempt = 0; attempt < ATTEMPTS_MAX && held.size() < count; attempt++) {
                tryOne(ThreadLocalRandom.current().nextInt(LOWEST, end)).ifPresent(held::add);
            }
            if (held.size() < count) {
                throw new IllegalStateException("no free port from " + LOWEST + " to " + (end - 1) + ": asked=" + count
                        + ", found=" + held.size());
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            held.forEach(FreePorts::close);
        }
    }

    /** The lowest port that the kernel chooses by itself. */
    static int firstOfConnections() {
        try (InputStream file = Files.newInputStream(CONNECTIONS)) {
            byte[] range = new byte[64];
            // The kernel gives all of it to the first read, and nothing to a second one.
            int length = file.read(range);
            String[] ends = new String(range, 0, Math.max(0, length), StandardCharsets.US_ASCII).split("\\s+", -1);
            int first = Integer.parseInt(ends[0]);
            return first > LOWEST ? first : CONNECTIONS_DEFAULT;
        } catch (IOException | NumberFormatException e) {
            return CONNECTIONS_DEFAULT; // not Linux, or one that does not say
        }
    }

    private static Optional<ServerSocket> tryOne(int port) {
        try {
            return Optional.of(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (IOException taken) {
            return Optional.empty();
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot give back port " + socket.getLocalPort(), e);
        }
    }
}
