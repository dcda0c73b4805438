package io.millrace.newsql.node.backup;

import io.millrace.memory.StorageFiles;
import io.millrace.newsql.node.BackupResult;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * The files that say what the directory of a backup is.
 *
 * <pre>
 *   backup.incomplete    there from the first to the last moment of the copying: nothing is opened beside it
 *   backup               lines: format=1, position=…, files=…, bytes=…
 * </pre>
 */
public final class BackupMark {

    static final String INCOMPLETE = "backup.incomplete";
    static final String COMPLETE = "backup";

    /** Of the directory's layout. */
    private static final String FORMAT = "format=1";

    private static final String POSITION = "position=";

    private BackupMark() {}

    /**
     * Checks a directory before anything in it is opened: one that is no backup passes.
     *
     * @return position at which it was made; 0 for one that is no backup
     * @throws StoreException with {@code CORRUPT} if a backup into it did not end, {@code UNSUPPORTED} if its layout is of another version
     */
    public static long check(Path directory) {
        if (Files.exists(directory.resolve(INCOMPLETE))) {
            throw new StoreException(
                    Reason.CORRUPT,
                    "a backup into this directory did not end: directory=" + directory
                            + "; delete the directory and make another backup");
        }
        Path mark = directory.resolve(COMPLETE);
        if (!Files.exists(mark)) {
            return 0;
        }
        try {
            List<String> lines = Files.readAllLines(mark, StandardCharsets.ISO_8859_1);
            if (lines.isEmpty() || !lines.get(0).equals(FORMAT)) {
                throw new StoreException(
                        Reason.UNSUPPORTED,
                        "backup of another version: file=" + mark + ", first line="
                                + (lines.isEmpty() ? "none" : lines.get(0)) + " (expected: " + FORMAT + ")");
            }
            return position(lines);
        } catch (IOException e) {
            throw new StoreException(Reason.IO, "file cannot be read: " + mark + ": " + e, e);
        }
    }

    private static long position(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(POSITION))
                .mapToLong(line -> Long.parseLong(line.substring(POSITION.length())))
                .findFirst()
                .orElse(0);
    }

    static void begin(Path target) throws IOException {
        write(target.resolve(INCOMPLETE), "A backup is being copied here.\n");
        StorageFiles.local().forceDirectory(target);
    }

    /** Everything else is on the device. */
    static void end(Path target, BackupResult result) throws IOException {
        write(
                target.resolve(COMPLETE),
                FORMAT + "\n" + POSITION + result.position() + "\nfiles=" + result.files() + "\nbytes=" + result.bytes()
                        + "\n");
        StorageFiles.local().forceDirectory(target);
        Files.delete(target.resolve(INCOMPLETE));
        StorageFiles.local().forceDirectory(target);
    }

    private static void write(Path file, String text) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }
}
