package io.millrace.benchmark.trial;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A directory for the files of one run, removed with all that is in it when the run ends, fails or is interrupted. */
public final class ScratchDirectory implements AutoCloseable {
    private static final double GIB = 1 << 30;

    private final Path path;
    private final Thread hook = new Thread(this::removeQuietly, "remove files");

    private ScratchDirectory(Path path) {
        this.path = path;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Below the directory given; {@link IOException} where its disk has not the room that the run will need. */
    public static ScratchDirectory create(Path below, String prefix, long bytesNeeded) throws IOException {
        Files.createDirectories(below);
        long free = Files.getFileStore(below).getUsableSpace();
        if (free < bytesNeeded) {
            throw new IOException(String.format(
                    java.util.Locale.ROOT,
                    "disk too full: free=%.1f GiB (expected: >= %.1f GiB), directory=%s; free some room, give another"
                            + " --dir, or smaller sizes",
                    free / GIB,
                    bytesNeeded / GIB,
                    below.toAbsolutePath()));
        }
        return new ScratchDirectory(Files.createTempDirectory(below, prefix).toAbsolutePath());
    }

    public Path path() {
        return path;
    }

    /** A new, empty directory below this one; what was there before is removed. */
    public Path fresh(String name) throws IOException {
        Path directory = path.resolve(name);
        remove(directory);
        return Files.createDirectories(directory);
    }

    /** Removes a tree if it is there. */
    public static void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure) throws IOException {
                Files.delete(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Bytes of all files of a tree, by their lengths. */
    public static long bytesOf(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            long sum = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    private void removeQuietly() {
        try {
            remove(path);
        } catch (IOException e) {
            System.err.println("not removed: " + path + " (" + e + ")");
        }
    }

    @Override
    public void close() {
        removeQuietly();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The virtual machine is on its way down and the hook is running already.
            assert !Files.exists(path);
        }
    }
}
