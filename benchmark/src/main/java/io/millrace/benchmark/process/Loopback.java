package io.millrace.benchmark.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports on 127.0.0.1. */
public final class Loopback {

    /** Below the ports that Linux gives to connections: one of these would be taken again by any client of the machine. */
    private static final int LOWEST = 10_000;

    private static final int END = 32_768;

    private Loopback() {}

    /** Ports that are free now and differ from each other; another server may still take one first. */
    public static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int attempts = 0; held.size() < count; attempts++) {
                tryHold(ThreadLocalRandom.current().nextInt(LOWEST, END), attempts, held);
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    private static void tryHold(int port, int attempts, List<ServerSocket> held) throws IOException {
        try {
            held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (BindException e) {
            if (attempts == END - LOWEST) {
                throw e; // as many as there are
            }
        }
    }
}
