package io.millrace.launcher.sql;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.shell.LineSource;
import io.millrace.launcher.shell.ResultFormat;
import io.millrace.launcher.shell.SqlShell;
import io.millrace.launcher.shell.TerminalLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sql shell}: statements from a person, a file or a pipe. */
@Command(
        name = "shell",
        header = "Runs statements: typed at a prompt, from a file, from a pipe, or the one given.",
        description = {
            "At a prompt ; ends a statement (\\G shows one column a line), \\? lists the shell's own commands, Ctrl-C ends a running",
            "statement, Ctrl-D the shell. From a file or a pipe the first error ends it with exit status 1, unless --force."
        })
final class ShellCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "DATABASE", arity = "0..1", description = "The database to begin in.")
    private @Nullable String database;

    @Option(names = "--execute", paramLabel = "SQL", description = "Runs this and ends.")
    private @Nullable String given;

    @Option(names = "--file", paramLabel = "FILE", description = "Runs what is in the file and ends.")
    private @Nullable Path file;

    @Option(
            names = "--format",
            paramLabel = "table|vertical|tsv",
            description = "How rows are shown (table at a prompt, else tsv).")
    private @Nullable ResultFormat format;

    @Option(names = "--force", description = "Go on after an error.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
        if (given != null) {
            return run(LineSource.of(new BufferedReader(new StringReader(given))));
        }
        if (file != null) {
            return runFile(file);
        }
        try (TerminalLines terminal = TerminalLines.open()) {
            if (terminal.isInteractive()) {
                return run(terminal);
            }
        }
        return run(LineSource.of(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))));
    }

    private int runFile(Path path) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(path)) {
            return run(LineSource.of(reader));
        } catch (java.nio.file.NoSuchFileException e) {
            throw new LauncherException("no such file: " + path, e);
        }
    }

    private int run(LineSource lines) throws IOException {
        boolean person = lines.isInteractive();
        ResultFormat shown = format != null ? format : person ? ResultFormat.TABLE : ResultFormat.TSV;
        PrintWriter out = person
                ? lines.out(spec.commandLine().getOut())
                : spec.commandLine().getOut();
        try (SqlShell shell = new SqlShell(
                () -> server.connect(database, lines::password),
                lines,
                shown,
                out,
                spec.commandLine().getErr())) {
            shell.greet(server.description());
            return shell.run(person || force) || person ? 0 : 1;
        }
    }
}
