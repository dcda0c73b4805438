package io.millrace.tiered.placement;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cordon as it was, in a file that is there while it is open for a move: Kafka keeps settings over restarts. <b>Threads.</b> One. */
final class CordonNote {

    /** Beside Kafka's own files about a directory of logs. */
    static final String NAME = "millrace-cordon";

    private static final String DYNAMIC = "dynamic";
    private static final int LINES = 2;

    private final Path file;

    CordonNote(Path directory) {
        this.file = directory.resolve(NAME);
    }

    void write(Cordon cordon) throws TieredException {
        try {
            Files.write(
                    file,
                    List.of(cordon.isDynamic() ? DYNAMIC : "file", cordon.value()),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** What was written; null if there is none, or not all of it: nothing was opened then. */
    @Nullable
    Cordon read() throws TieredException {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            return lines.size() == LINES ? new Cordon(lines.get(1), lines.get(0).equals(DYNAMIC)) : null;
        } catch (NoSuchFileException none) {
            return null;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void delete() throws TieredException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private TieredException failed(IOException e) {
        return new TieredException(Reason.DISK, "note of the cordon cannot be kept: file=" + file, e);
    }
}
