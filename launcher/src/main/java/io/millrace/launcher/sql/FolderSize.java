package io.millrace.launcher.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How many bytes lie in a directory that may change meanwhile. */
final class FolderSize {

    private FolderSize() {}

    /** Zero if there is none. */
    static long of(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.mapToLong(FolderSize::ofFile).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    private static long ofFile(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0; // It went away.
        }
    }
}
