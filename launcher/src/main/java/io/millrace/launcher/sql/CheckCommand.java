package io.millrace.launcher.sql;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.shell.ServerSaid;
import io.millrace.launcher.tool.Ticker;
import io.millrace.newsql.StoreCheck;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sql check}: whether rows and indexes agree. */
@Command(
        name = "check",
        header = "Checks that rows, keys and index entries agree, in a directory or in a running server.",
        description = {
            "With a directory, whose server must not run, every row and every entry of it is read, and what belongs to no table is",
            "found too. Without one the running server checks its tables one by one (CHECK TABLE), beside its other work.",
            "Nothing is changed. Exit status 1 if anything disagrees."
        })
final class CheckCommand implements Callable<Integer> {

    private static final int SHOWN = 50;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "Directory of a server that does not run.")
    private @Nullable Path directory;

    @Option(names = "--all", description = "Show everything that was found, not only the first fifty.")
    private boolean all;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            boolean clean = directory != null ? checkFolder(directory, out) : checkServer(out);
            out.println(
                    clean
                            ? "Clean."
                            : "NOT CLEAN. Take a backup, then rebuild what is named, or restore an older one.");
            return clean ? 0 : 1;
        } finally {
            out.flush();
        }
    }

    // ---- a directory ----

    private boolean checkFolder(Path folder, PrintWriter out) {
        StoreCheck report = check(folder, ticker());
        print(report, all ? Integer.MAX_VALUE : SHOWN, out);
        return report.isClean();
    }

    private Ticker ticker() {
        return new Ticker(spec.commandLine().getErr(), System::nanoTime);
    }

    /** Checks the store of a directory whose server does not run. */
    static StoreCheck check(Path folder, Ticker ticker) {
        return StoreFolder.open(
                folder, store -> StoreCheck.run(store, rows -> ticker.counted(rows, "rows and entries")));
    }

    /** Each finding, a line each, at most so many; then the sums. */
    static void print(StoreCheck report, int shown, PrintWriter out) {
        report.findings().stream().limit(shown).forEach(finding -> out.println("  " + finding));
        long left = report.findingCount() - Math.min(shown, report.findings().size());
        if (left > 0) {
            out.println(String.format(Locale.ROOT, "  … and %,d more", left));
        }
        out.println(String.format(
                Locale.ROOT,
                "%,d tables, %,d rows, %,d index entries: %,d disagree",
                report.tables(),
                report.rows(),
                report.entries(),
                report.findingCount()));
    }

    // ---- a server ----

    private boolean checkServer(PrintWriter out) {
        try (Connection connection = server.connect(null, user -> null)) {
            return new ServerCheck(connection, ticker(), out).isClean();
        } catch (SQLException e) {
            throw new LauncherException(ServerSaid.text(e), e);
        }
    }
}
