package io.millrace.benchmark.mesh;

import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The stub as a process of its own, and its control port.
 *
 * @param dubboPorts three ports that speak Dubbo
 * @param httpPort speaks HTTP, for peers that do not speak Dubbo
 */
record StubProcess(List<Integer> dubboPorts, int httpPort, int controlPort) {
    /** Calls at once in one Dubbo port: the contest's providers had 200 threads and refused the next call. */
    private static final int LIMIT = 200;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Starts a stub on the Dubbo ports given, 0 for free ones. */
    static StubProcess start(Children children, List<Integer> dubboPorts) throws IOException, InterruptedException {
        String ports = String.join(",", dubboPorts.stream().map(String::valueOf).toList());
        List<String> command = JavaCommand.ofThisJvm(
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                StubProvider.class,
                List.of("--end-with-input", "--dubbo-ports", ports, "--limit", Integer.toString(LIMIT)));
        Child child = children.start("stub", Map.of(), command);
        return parse(child.awaitLine(line -> line.startsWith("READY "), PATIENCE));
    }

    /** Reads {@code READY dubbo=P,P,P http=P control=P}. */
    static StubProcess parse(String ready) {
        String[] words = ready.split(" ", -1);
        if (words.length != 4) {
            throw new IllegalArgumentException("not the stub's line: " + ready);
        }
        List<Integer> dubbo = Arrays.stream(value(words[1], "dubbo").split(",", -1))
                .map(Integer::valueOf)
                .toList();
        return new StubProcess(
                dubbo, Integer.parseInt(value(words[2], "http")), Integer.parseInt(value(words[3], "control")));
    }

    private static String value(String word, String key) {
        if (!word.startsWith(key + "=")) {
            throw new IllegalArgumentException("not the stub's line: " + word + " (expected: " + key + "=…)");
        }
        return word.substring(key.length() + 1);
    }

    /** Sets how long the stub waits before each answer. */
    void delay(Duration delay) throws IOException {
        String answer = command("delay " + delay.toMillis());
        if (!answer.equals("ok\n")) {
            throw new IOException("the stub refused the delay: " + answer);
        }
    }

    /** One line a port. */
    String stats() throws IOException {
        return command("stats");
    }

    private String command(String line) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), controlPort)) {
            socket.setSoTimeout(5_000);
            OutputStream out = socket.getOutputStream();
            out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
