package io.millrace.launcher.tool;

import io.millrace.launcher.LauncherException;
import io.millrace.wal.WalException;
import io.millrace.wal.WalInspector;
import io.millrace.wal.WalProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the tools share: the directory, and answers for what is wrong. */
abstract class WalTool implements Callable<Integer> {

    static final int SOUND = 0;
    static final int DAMAGED = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the log.")
    private Path directory = Path.of("");

    /** Does it; returns the exit status. */
    abstract int look(WalInspector log, PrintWriter out);

    @Override
    public final Integer call() {
        if (!Files.isDirectory(directory)) {
            throw new ParameterException(spec.commandLine(), "no such directory: " + directory);
        }
        if (bytes() == 0) {
            throw new LauncherException(
                    "no log here: " + directory, "The journal of a queue engine in DIR is DIR/journal.");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (WalInspector log = WalInspector.open(directory)) {
            return look(log, out);
        } catch (WalException e) {
            throw e.reason() == WalException.Reason.IN_USE
                    ? new LauncherException(
                            String.valueOf(e.getMessage()), e, "End the process that has it open, then run this again.")
                    : new LauncherException(String.valueOf(e.getMessage()), e);
        } finally {
            out.flush();
        }
    }

    final WalProgress progress() {
        Ticker ticker = new Ticker(spec.commandLine().getErr(), System::nanoTime);
        return ticker::advanced;
    }

    private long bytes() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".wal"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new LauncherException("cannot read " + directory + ": " + e.getMessage(), e);
        }
    }
}
