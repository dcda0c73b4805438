package io.millrace.launcher.tool;

import io.millrace.launcher.LauncherException;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueInspector;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the tools share: the directory, and answers for what is wrong with it. */
abstract class QueueTool implements Callable<Integer> {

    static final int SOUND = 0;
    static final int DAMAGED = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the queue engine.")
    private Path directory = Path.of("");

    /** Does it; returns the exit status. */
    abstract int look(QueueInspector inspector, PrintWriter out);

    @Override
    public final Integer call() {
        if (!Files.isDirectory(directory)) {
            throw new ParameterException(spec.commandLine(), "no such directory: " + directory);
        }
        PrintWriter out = spec.commandLine().getOut();
        try {
            return look(QueueInspector.of(directory), out);
        } catch (QueueException e) {
            throw switch (e.reason()) {
                case IN_USE -> new LauncherException(
                        String.valueOf(e.getMessage()), e, "End the process that has it open, then run this again.");
                case DISK_FULL -> new LauncherException(
                        String.valueOf(e.getMessage()), e, "Free some room on the device of " + directory + '.');
                default -> new LauncherException(String.valueOf(e.getMessage()), e);
            };
        } finally {
            out.flush();
        }
    }

    final QueueInspector.Progress progress() {
        return new Ticker(spec.commandLine().getErr(), System::nanoTime)::advanced;
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
