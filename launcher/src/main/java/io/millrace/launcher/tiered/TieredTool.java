package io.millrace.launcher.tiered;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.tool.Ticker;
import io.millrace.tiered.tool.ToolException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the tools share: text or JSON, and answers for what is wrong. */
abstract class TieredTool implements Callable<Integer> {

    static final int SOUND = 0;
    static final int DAMAGED = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /** Does it; returns the exit status. */
    abstract int look(PrintWriter out) throws InterruptedException;

    @Override
    public final Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            return look(out);
        } catch (ToolException e) {
            throw new LauncherException(String.valueOf(e.getMessage()), e);
        } finally {
            out.flush();
        }
    }

    final boolean json() {
        return json;
    }

    final Ticker ticker() {
        return new Ticker(spec.commandLine().getErr(), System::nanoTime);
    }

    final void checkDirectories(List<Path> directories) {
        for (Path directory : directories) {
            if (!Files.isDirectory(directory)) {
                throw slip("no such directory: " + directory);
            }
        }
    }

    final ParameterException slip(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
