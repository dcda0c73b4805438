package io.millrace.tiered.cold;

import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/**
 * A file in a cold directory that says which it is. Where its disk is not mounted, the directory is still there, and empty: without the mark a broker would fill its system disk.
 */
final class DirectoryMarker {

    /** The file. */
    static final String NAME = "cold-id";

    private static final int BYTES_MAX = 64;

    private DirectoryMarker() {}

    /** The directory's id, if it has its mark. */
    static Optional<String> find(ColdFiles files, Path root) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX);
        try (FileChannel file = files.open(root.resolve(NAME), Set.of(StandardOpenOption.READ))) {
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                // All of it.
            }
        } catch (NoSuchFileException notMounted) {
            return Optional.empty();
        }
        String id = StandardCharsets.US_ASCII.decode(bytes.flip()).toString().trim();
        return id.isEmpty() ? Optional.empty() : Optional.of(id);
    }

    /** Marks a directory at its first use; returns its id, which is another's if two do that at a time. */
    static String write(ColdFiles files, Path root) throws IOException {
        String id = Uuid.randomUuid().toString();
        Path made = root.resolve(NAME + "." + id + ".new");
        ByteBuffer bytes = ByteBuffer.wrap((id + "\n").getBytes(StandardCharsets.US_ASCII));
        try (FileChannel file = files.open(made, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
        }
        files.move(made, root.resolve(NAME));
        files.forceDirectory(root);
        return find(files, root).orElse(id);
    }

    /** Why a directory that had this mark is not what it was. */
    static IOException lost(Path root, String id, Optional<String> found) {
        return new IOException("cold directory has lost its mark, is its disk mounted? directory=" + root + " file="
                + NAME + " id=" + found.orElse("none") + " (expected: " + id + ")");
    }
}
