package io.millrace.tiered.space;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * Says which cutoff is the watcher's, in a file that is there while one is set: Kafka keeps settings over restarts, and an operator's own value is none of the watcher's.
 *
 * <p><b>Durability.</b> What {@link #write} wrote is there after a power cut. <b>Threads.</b> One.
 */
final class CutoffNote {

    /** Beside Kafka's own files about a directory of logs. */
    static final String NAME = "millrace-space-cutoff";

    private static final int FILE_BYTES_MAX = 64;

    private final Path file;

    /** In a directory of logs. */
    CutoffNote(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /** The value that was about to be set, milliseconds; empty if there is none, or no number in the file. */
    OptionalLong read() throws IOException {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                return OptionalLong.empty();
            }
            return OptionalLong.of(Long.parseLong(
                    Files.readString(file, StandardCharsets.US_ASCII).strip()));
        } catch (NoSuchFileException none) {
            return OptionalLong.empty();
        } catch (NumberFormatException cut) {
            return OptionalLong.empty();
        }
    }

    void write(long millis) throws IOException {
        Path made = file.resolveSibling(NAME + ".new");
        try (FileChannel channel = FileChannel.open(
                made, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap((millis + "\n").getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Path directory = file.getParent();
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
