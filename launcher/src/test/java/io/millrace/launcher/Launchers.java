package io.millrace.launcher;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs commands in this JVM, as tests like it. */
public final class Launchers {

    /** What a command has said, and its exit status. */
    public record Outcome(int status, String out, String err) {}

    private Launchers() {}

    /** Runs one command. */
    public static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Launcher.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status = line.execute(arguments);
        return new Outcome(status, out.toString(), err.toString());
    }
}
