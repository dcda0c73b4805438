package io.millrace.launcher.sql;

import io.millrace.launcher.LauncherException;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.newsql.node.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Directories of servers that do not run: opened where one is, with answers for what is wrong with it. */
final class StoreFolder {

    /** Both are there as soon as a server has begun in a directory. */
    private static final String DATA = "data";

    private static final String LOG = "log";

    private StoreFolder() {}

    /**
     * Does something with the store of a directory, and closes it.
     *
     * @throws LauncherException if there is none, it is in use, or it cannot be opened
     */
    static <T> T open(Path directory, Function<NodeStore, T> use) {
        if (!isStore(directory)) {
            throw new LauncherException(
                    "no data of a SQL server: " + directory,
                    "Name the directory that holds " + DATA + "/ and " + LOG + "/.");
        }
        try (NodeStore store = NodeStore.open(directory, StoreConfig.defaults())) {
            return use.apply(store);
        } catch (StoreException e) {
            throw refused(e);
        }
    }

    static boolean isStore(Path directory) {
        return Files.isDirectory(directory.resolve(DATA)) && Files.isDirectory(directory.resolve(LOG));
    }

    private static LauncherException refused(StoreException e) {
        String said = e.reason() + ": " + e.getMessage();
        return switch (e.reason()) {
            case IN_USE -> new LauncherException(
                    said, e, "A running server is checked without the directory: ./millrace sql check --port PORT.");
            case DISK_FULL -> new LauncherException(said, e, "Free some room on that disk.");
            case CORRUPT -> new LauncherException(
                    said, e, "Keep a copy of the directory, then put a backup in its place: ./millrace sql restore.");
            default -> new LauncherException(said, e);
        };
    }
}
