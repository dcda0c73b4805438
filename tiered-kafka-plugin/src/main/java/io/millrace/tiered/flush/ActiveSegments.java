package io.millrace.tiered.flush;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The segments that are written to in a directory of logs. Which logs there are is looked for from time to time; whether one has rolled, and how long its segment is, each time.
 *
 * <p><b>Threads.</b> One.
 */
final class ActiveSegments {

    private static final String DATA = "[0-9]*.log";

    private final Path directory;
    private Map<Path, Active> logs = Map.of();

    /**
     * The segment that a log is written to.
     *
     * @param file its data
     * @param changed when files had been made or deleted in the log's folder, at the latest, as was seen; Kafka makes some as it rolls
     */
    private record Active(Path file, FileTime changed) {}

    ActiveSegments(Path directory) {
        this.directory = directory;
    }

    /** Looks for all logs, and for the last segment of each. */
    void find() throws IOException {
        Map<Path, Active> found = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, "*-*")) {
            for (Path log : folders) {
                Active active = look(log);
                if (active != null) {
                    found.put(log, active);
                }
            }
        }
        logs = found;
    }

    private static @Nullable Active look(Path log) throws IOException {
        Path last = null;
        try {
            // Before the listing: what comes in between is seen the next time.
            FileTime changed = Files.getLastModifiedTime(log);
            try (DirectoryStream<Path> segments = Files.newDirectoryStream(log, DATA)) {
                for (Path segment : segments) {
                    last = last == null || segment.compareTo(last) > 0 ? segment : last;
                }
            }
            return last == null ? null : new Active(last, changed);
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return null;
        }
    }

    /** Their lengths now; those that are gone are not among them. */
    Map<Path, Long> sizes() throws IOException {
        Map<Path, Long> sizes = new HashMap<>();
        for (Map.Entry<Path, Active> log : logs.entrySet()) {
            try {
                Active active = log.getValue();
                if (!Files.getLastModifiedTime(log.getKey()).equals(active.changed())) {
                    active = look(log.getKey());
                }
                if (active != null) {
                    log.setValue(active);
                    sizes.put(active.file(), Files.size(active.file()));
                }
            } catch (NoSuchFileException gone) {
                continue;
            }
        }
        return sizes;
    }
}
