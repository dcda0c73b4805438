package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * TCP ports of the loopback address that nobody listens on at the moment of asking.
 *
 * <p>Another process may take a port before the caller binds it. Prefer port 0 wherever the server under test can report
 * what it bound; use this where a port must be known beforehand or kept over a restart.
 *
 * <p><b>Threads:</b> safe. <b>Errors:</b> {@link UncheckedIOException} if the machine has no port left.
 */
public final class FreePorts {

    private FreePorts() {}

    /** One free port. */
    public static int one() {
        return some(1).get(0);
    }

    /** Several different free ports; all are held open until the last is found, so none comes twice. */
    public static List<Integer> some(int count) {
        List<ServerSocket> held = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port: asked=" + count + ", found=" + held.size(), e);
        } finally {
            held.forEach(FreePorts::close);
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
