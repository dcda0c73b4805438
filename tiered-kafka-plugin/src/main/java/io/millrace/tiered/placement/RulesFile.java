package io.millrace.tiered.placement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rules that follow a file.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> A file that is gone or wrong leaves the last good rules in force, with one warning until it changes again.
 */
final class RulesFile {

    private static final Logger LOGGER = LoggerFactory.getLogger(RulesFile.class);

    /** Larger is no file of rules. */
    private static final long FILE_BYTES_MAX = 256 << 10;

    private final Path file;
    private PlacementRules rules = PlacementRules.NONE;
    private @Nullable Stamp seen;
    private boolean isWrong;

    /** What changes when the file does. */
    private record Stamp(FileTime modified, long size) {}

    RulesFile(Path file) {
        this.file = file;
    }

    /** The rules in force now. */
    PlacementRules rules() {
        Stamp found = null;
        try {
            found = new Stamp(Files.getLastModifiedTime(file), Files.size(file));
            if (!found.equals(seen)) {
                rules = read(found.size());
                LOGGER.info("rules of followers: file={} rules={}", file, rules);
            }
            isWrong = isWrong && found.equals(seen);
        } catch (IOException | IllegalArgumentException e) {
            if (!isWrong || (found != null && !found.equals(seen))) {
                LOGGER.warn(
                        "rules of followers stay as they were: file={} rules={} reason={}", file, rules, e.toString());
            }
            isWrong = true;
        }
        seen = found;
        return rules;
    }

    private PlacementRules read(long size) throws IOException {
        if (size > FILE_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "file of rules too large: " + size + " bytes (expected: <= " + FILE_BYTES_MAX + ")");
        }
        return PlacementRules.parse(Files.readAllLines(file, StandardCharsets.UTF_8));
    }
}
