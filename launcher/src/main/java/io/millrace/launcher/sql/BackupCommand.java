package io.millrace.launcher.sql;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.shell.ServerSaid;
import io.millrace.launcher.tool.Ticker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sql backup}: a copy of a running server's data. */
@Command(
        name = "backup",
        header = "Copies a running server's data into a new directory, while it goes on.",
        description = {
            "The server writes the copy itself (CLONE LOCAL DATA DIRECTORY), so the directory is on its machine and must not exist,",
            "or be empty. The copy is of one moment, is on the device when the command ends, and is a server's directory as it is:",
            "./millrace sql check looks at it, ./millrace sql restore puts it in place. A failed backup leaves nothing."
        })
final class BackupCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "DIR", description = "Where the copy goes, on the server's machine.")
    private Path target = Path.of("");

    @Override
    public Integer call() {
        Path directory = target.toAbsolutePath().normalize();
        Ticker ticker = new Ticker(spec.commandLine().getErr(), System::nanoTime);
        try (Connection connection = server.connect(null, user -> null)) {
            CompletableFuture<Void> copied = CompletableFuture.runAsync(() -> copy(connection, directory));
            while (!isDone(copied)) {
                ticker.counted(FolderSize.of(directory) >> 20, "MiB copied");
            }
            copied.join();
        } catch (SQLException e) {
            throw new LauncherException(ServerSaid.text(e), e);
        } catch (CompletionException e) {
            throw e.getCause() instanceof LauncherException said ? said : e;
        }
        spec.commandLine()
                .getOut()
                .println(
                        "Copied to " + directory + ": " + FolderSize.of(directory) / 1024 + " KiB. It opens as it is.");
        spec.commandLine().getOut().flush();
        return 0;
    }

    private static void copy(Connection connection, Path directory) {
        String text = directory.toString().replace("\\", "\\\\").replace("'", "''");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CLONE LOCAL DATA DIRECTORY = '" + text + "'");
        } catch (SQLException e) {
            throw new LauncherException("no backup: " + ServerSaid.text(e), e);
        }
    }

    private static boolean isDone(CompletableFuture<Void> copied) {
        try {
            copied.get(1, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LauncherException("interrupted; the server takes the half copy away", e);
        } catch (java.util.concurrent.ExecutionException e) {
            return true;
        }
    }
}
