package io.millrace.launcher.sql;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.tool.Ticker;
import io.millrace.newsql.StoreCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sql restore}: puts a backup where a server can begin with it. */
@Command(
        name = "restore",
        header = "Copies a backup to the place of a server's data, and checks it.",
        description = {
            "The backup stays as it is. The new directory must not exist, or be empty; it gets its name only when everything is",
            "there, on the device, opens, and its rows and indexes agree."
        })
final class RestoreCommand implements Callable<Integer> {

    private static final int SHOWN = 50;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "BACKUP", description = "Directory that sql backup has made.")
    private Path backup = Path.of("");

    @Parameters(index = "1", paramLabel = "DIR", description = "Where the server's data shall be.")
    private Path target = Path.of("");

    @Override
    public Integer call() {
        if (!StoreFolder.isStore(backup)) {
            throw new LauncherException(
                    "no backup of a SQL server: " + backup, "Name the directory that holds data/ and log/.");
        }
        Ticker ticker = new Ticker(spec.commandLine().getErr(), System::nanoTime);
        PrintWriter out = spec.commandLine().getOut();
        try (FolderCopy copy = FolderCopy.begin(backup, target)) {
            copy.copy(ticker::advanced);
            StoreCheck report = CheckCommand.check(copy.half(), ticker);
            CheckCommand.print(report, SHOWN, out);
            if (!report.isClean()) {
                out.println("NOT RESTORED: rows and indexes of the backup disagree.");
                return 1;
            }
            copy.finish();
            out.println("Restored to " + target + ". ./millrace up sql --sql-directory " + target + " serves it.");
            return 0;
        } catch (IOException e) {
            throw new LauncherException("cannot restore to " + target + ": " + e, e);
        } finally {
            out.flush();
        }
    }
}
