package io.millrace.launcher.queue;

import io.millrace.launcher.LauncherException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the demo's queues are for as long as it runs: a folder that bears the id of our process, removed when this closes.
 * What a demo left that was killed itself goes when the next one makes its folder.
 */
public final class DemoFolder implements AutoCloseable {

    private static final String PREFIX = "millrace-queues-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)");

    /** A million messages, their journal, their runs, and the runs that a merge replaces. */
    static final long BYTES_NEEDED = 600L << 20;

    private final Path path;

    private DemoFolder(Path path) {
        this.path = path;
    }

    /** Makes one in a folder for temporary files, after removing those whose process is gone. */
    public static DemoFolder create(Path temporary) throws IOException {
        for (Path old : leftBehind(temporary)) {
            delete(old);
        }
        long usable = Files.getFileStore(temporary).getUsableSpace();
        if (usable < BYTES_NEEDED) {
            throw new LauncherException(
                    "the disk is nearly full: " + (usable >> 20) + " MiB free in " + temporary + ", "
                            + (BYTES_NEEDED >> 20) + " needed for the demo's queues",
                    "Free some room, or leave the queues out: --messages 0");
        }
        Path path = temporary.resolve(PREFIX + ProcessHandle.current().pid());
        delete(path);
        return new DemoFolder(Files.createDirectory(path));
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    private static List<Path> leftBehind(Path temporary) throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(DemoFolder::isLeftBehind).toList();
        }
    }

    private static boolean isLeftBehind(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches()
                && ProcessHandle.of(Long.parseLong(name.group(1)))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty()
                && Files.isWritable(file);
    }

    private static void delete(Path folder) throws IOException {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            return; // nothing was there
        }
    }
}
