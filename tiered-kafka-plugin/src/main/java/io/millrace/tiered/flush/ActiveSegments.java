package io.millrace.tiered.flush;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The segments that are written to in a directory of logs. Which they are is looked for from time to time; how long they are, each time.
 *
 * <p><b>Threads.</b> One.
 */
final class ActiveSegments {

    private static final String DATA = "[0-9]*.log";

    private final Path directory;
    private List<Path> files = List.of();

    ActiveSegments(Path directory) {
        this.directory = directory;
    }

    /** Looks for the last segment of each log. */
    void find() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "*-*")) {
            for (Path log : logs) {
                Path last = last(log);
                if (last != null) {
                    found.add(last);
                }
            }
        }
        files = found;
    }

    private static @Nullable Path last(Path log) throws IOException {
        Path last = null;
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(log, DATA)) {
            for (Path segment : segments) {
                last = last == null || segment.compareTo(last) > 0 ? segment : last;
            }
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return null;
        }
        return last;
    }

    /** Their lengths now; those that are gone are not among them. */
    Map<Path, Long> sizes() throws IOException {
        Map<Path, Long> sizes = new HashMap<>();
        for (Path file : files) {
            try {
                sizes.put(file, Files.size(file));
            } catch (NoSuchFileException gone) {
                continue;
            }
        }
        return sizes;
    }
}
