package io.millrace.launcher;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A temporary folder for etcd's data and the children's logs. It is deleted on closing once the start succeeded;
 * before that only the logs stay, since they say what went wrong.
 */
final class Workspace implements AutoCloseable {

    private final Path folder;
    private volatile boolean logsAreWanted = true;

    private Workspace(Path folder) {
        this.folder = folder;
    }

    static Workspace create() throws IOException {
        return new Workspace(Files.createTempDirectory("millrace-"));
    }

    Path folder() {
        return folder;
    }

    /** Everything came up: the logs go too when this closes. */
    void discardLogs() {
        logsAreWanted = false;
    }

    @Override
    public void close() throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                boolean isLog = folder.equals(file.getParent());
                if (!isLog || !logsAreWanted) {
                    Files.deleteIfExists(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (!visited.equals(folder) || !logsAreWanted) {
                    Files.deleteIfExists(visited);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
