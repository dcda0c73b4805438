package io.millrace.launcher.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Accepts one connection, reads something for each answer and sends the answers as they are, then closes. */
final class ScriptedServer implements AutoCloseable {

    private final ServerSocket listener;
    private final Thread thread;

    ScriptedServer(String... answers) throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        thread = new Thread(() -> serve(List.of(answers)), "scripted server");
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        listener.close();
        thread.join();
    }

    private void serve(List<String> answers) {
        try (Socket socket = listener.accept()) {
            byte[] request = new byte[8192];
            for (String answer : answers) {
                if (socket.getInputStream().read(request) < 0) {
                    return;
                }
                // In two pieces, so that a reader meets an answer that is not whole yet.
                byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
                socket.getOutputStream().write(bytes, 0, bytes.length / 2);
                socket.getOutputStream().flush();
                socket.getOutputStream().write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
            }
        } catch (IOException e) {
            if (!listener.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
