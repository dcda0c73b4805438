package io.millrace.benchmark.peers.tiered;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Drops the page cache of some files alone, for nobody else on the machine is to feel it: Java has no {@code posix_fadvise}, {@code dd} has. */
final class FileCache {
    private static final long LIMIT_SECONDS = 60;
    private static final long LARGE_BYTES = 1 << 18;

    private FileCache() {}

    /** Forces the large files below some folders to the disk and drops their pages. */
    static void drop(List<Path> folders) throws IOException, InterruptedException {
        for (Path folder : folders) {
            for (Path file : largeFiles(folder)) {
                drop(file);
            }
        }
    }

    /** Segments, not their indexes, which brokers map: these are small, and hot wherever the data is. */
    private static List<Path> largeFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (attributes.isRegularFile()
                        && attributes.size() >= LARGE_BYTES
                        && !name.endsWith("index")
                        && !name.endsWith(".deleted")) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE; // The broker has renamed or deleted it since.
            }
        });
        return found;
    }

    private static void drop(Path file) throws IOException, InterruptedException {
        Process dd = new ProcessBuilder(
                        "dd", "of=" + file, "oflag=nocache", "conv=nocreat,notrunc,fdatasync", "count=0", "status=none")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        try {
            if (!dd.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("page cache not dropped within " + LIMIT_SECONDS + " s: " + file);
            }
            if (dd.exitValue() != 0 && Files.exists(file)) {
                throw new IOException("page cache not dropped, dd ended with " + dd.exitValue() + ": " + file);
            }
        } finally {
            dd.destroyForcibly();
        }
    }
}
