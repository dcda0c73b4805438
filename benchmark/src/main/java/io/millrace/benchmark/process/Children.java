package io.millrace.benchmark.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * All processes of one run: ended in reverse order when the run ends, fails, or is interrupted (Ctrl-C, SIGTERM).
 *
 * <p>Thread-safe. After {@link #close} nothing more can be started.
 */
public final class Children implements AutoCloseable {
    private final Path directory;
    private final Deque<Child> children = new ArrayDeque<>();
    private final Thread hook = new Thread(this::endAll, "end children");
    private boolean closed;

    /** @param directory where the logs of the processes go */
    public Children(Path directory) {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a command in the directory of the run. */
    public Child start(String name, Map<String, String> environment, List<String> command) throws IOException {
        return startIn(directory, name, environment, command);
    }

    /** Starts a command in a directory of its own. */
    public synchronized Child startIn(Path own, String name, Map<String, String> environment, List<String> command)
            throws IOException {
        if (closed) {
            throw new IllegalStateException("the run is ending: cannot start " + name);
        }
        Child child = Child.start(name, own, environment, command);
        children.push(child);
        return child;
    }

    /** Ends one before the others. */
    public synchronized void end(Child child) {
        children.remove(child);
        child.close();
    }

    public Path directory() {
        return directory;
    }

    private synchronized void endAll() {
        closed = true;
        while (!children.isEmpty()) {
            children.pop().close();
        }
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The virtual machine is on its way down and the hook is running already.
            assert closed;
        }
    }
}
