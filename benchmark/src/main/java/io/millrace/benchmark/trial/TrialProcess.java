package io.millrace.benchmark.trial;

import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** Starts a trial as a process of its own and brings its result home. Closing ends what is still running. */
public final class TrialProcess implements AutoCloseable {
    private final Children children;
    private final Child child;
    private final Consumer<String> watcher;
    private String lastWords = "nothing";

    private TrialProcess(Children children, Child child, Consumer<String> watcher) {
        this.children = children;
        this.child = child;
        this.watcher = watcher;
    }

    /**
     * Starts a trial; {@link #await} brings its result.
     *
     * @param heap greatest heap, for example {@code 4g}
     * @param peers jars beside our own class path
     * @param watcher takes the lines of progress
     */
    public static TrialProcess start(
            Children children,
            String name,
            Jdk jdk,
            String heap,
            List<Path> peers,
            Class<?> main,
            TrialSettings settings,
            Consumer<String> watcher)
            throws IOException {
        return start(children, name, jdk, heap, peers, main.getName(), settings, watcher);
    }

    /** The same for a main class that is only in the jars of the peers. */
    public static TrialProcess start(
            Children children,
            String name,
            Jdk jdk,
            String heap,
            List<Path> peers,
            String main,
            TrialSettings settings,
            Consumer<String> watcher)
            throws IOException {
        StringJoiner classPath = new StringJoiner(File.pathSeparator);
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toAbsolutePath().toString());
        }
        peers.forEach(jar -> classPath.add(jar.toString()));
        List<String> command = JavaCommand.of(
                jdk.java(), jdk.trialFlags(heap), List.of("-cp", classPath.toString(), main), settings.asArguments());
        return start(children, name, command, watcher);
    }

    /** Starts a command whose program speaks as {@link TrialVoice}, for trials with flags and a class path of their own. */
    public static TrialProcess start(Children children, String name, List<String> command, Consumer<String> watcher)
            throws IOException {
        return new TrialProcess(children, children.start(name, Map.of(), command), watcher);
    }

    /** Waits for the result; {@link IOException} with the trial's own reason, or when the time is up. */
    public Trial await(Duration limit) throws IOException, InterruptedException {
        String line = awaitLast(limit);
        if (line.startsWith(TrialVoice.FAILURE)) {
            throw new IOException(line.substring(TrialVoice.FAILURE.length()));
        }
        return Trial.parse(line.substring(TrialVoice.RESULT.length()));
    }

    private String awaitLast(Duration limit) throws IOException, InterruptedException {
        try {
            return child.awaitLine(this::isLast, limit);
        } catch (IOException e) {
            String what = child.isAlive() ? "not done within " + limit.toSeconds() + " s" : "ended without a result";
            throw new IOException(what + ", last said: " + lastWords.strip() + "\n" + e.getMessage(), e);
        }
    }

    private boolean isLast(String line) {
        if (line.startsWith(TrialVoice.PROGRESS)) {
            lastWords = line.substring(TrialVoice.PROGRESS.length());
            watcher.accept(lastWords);
        }
        return line.startsWith(TrialVoice.RESULT) || line.startsWith(TrialVoice.FAILURE);
    }

    /** Kills the process with SIGKILL, in the middle of whatever it does, and waits until it is gone. */
    public void kill() throws InterruptedException {
        child.kill();
        children.end(child);
    }

    public boolean isAlive() {
        return child.isAlive();
    }

    @Override
    public void close() {
        children.end(child);
    }
}
