package io.millrace.launcher.child;

import io.millrace.launcher.LauncherException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A real Dubbo provider of {@code io.millrace.sample.HashService}: a JVM of its own on a free loopback port that
 * answers {@code String.hashCode} of its parameter after a delay.
 */
public final class ProviderProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("READY port=(\\d+)");

    /** Dubbo takes 3 s of one core to start; three at once on a loaded machine of two take a while. */
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final ChildProcess child;

    private ProviderProcess(ChildProcess child) {
        this.child = child;
    }

    /**
     * Starts one; {@link #awaitPort} says when it serves.
     *
     * @param name what to call it in messages, also the stem of its log file
     * @param jar the executable jar of the provider
     * @param delay how long it takes to answer a call
     * @param threads calls that it works on at the same time; one more is refused
     * @throws LauncherException if there is no such jar
     */
    public static ProviderProcess start(String name, Path jar, Path folder, Duration delay, int threads) {
        if (!Files.isRegularFile(jar)) {
            throw new LauncherException("no provider at " + jar, "Build it: ./millrace demo does, or ./mvnw package");
        }
        // Small: a provider that sleeps needs threads, not heap, and no second compiler.
        List<String> command =
                new ArrayList<>(JavaCommand.of("-Xmx256m", "-Xss256k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-jar", jar.toString(), "--port", "0"));
        command.addAll(List.of("--delay", Long.toString(delay.toMillis()), "--threads", Integer.toString(threads)));
        return new ProviderProcess(ChildProcess.start(name, command, folder.resolve(name + ".log"), READY));
    }

    /** The port it serves on, once it does. */
    public int awaitPort() {
        return Integer.parseInt(child.awaitLine(START_LIMIT).group(1));
    }

    /** Calls back with the exit status if it ends before it is closed. */
    public void onUnexpectedEnd(Consumer<Integer> callback) {
        child.onUnexpectedEnd(callback);
    }

    /** Tells it to end without waiting. */
    public void startClosing() {
        child.startClosing();
    }

    @Override
    public void close() {
        child.close();
    }
}
