package io.millrace.benchmark.trial;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The kernel's cache of files. */
public final class PageCache {
    private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");
    private static final long SYNC_SECONDS = 120;
    private static final int READ_BYTES = 1 << 20;

    private PageCache() {}

    /**
     * Writes dirty pages to the device and, as root, drops the clean ones of the whole machine. Returns what was done,
     * for the note: Java has no {@code posix_fadvise}, so nothing is dropped where we are not root.
     */
    public static String drop() throws IOException, InterruptedException {
        Process sync = new ProcessBuilder("sync").inheritIO().start();
        if (!sync.waitFor(SYNC_SECONDS, TimeUnit.SECONDS)) {
            sync.destroyForcibly();
            throw new IOException("sync did not end within " + SYNC_SECONDS + " s");
        }
        if (!Files.isWritable(DROP)) {
            return "page cache not dropped (needs root): warm in part";
        }
        Files.write(DROP, "3\n".getBytes(StandardCharsets.US_ASCII));
        return "page cache dropped by /proc/sys/vm/drop_caches";
    }

    /**
     * Reads every file below a folder once, so that all contenders find their files in the page cache, whether they wrote
     * through it or past it. Returns what was done, for the note.
     */
    public static String fill(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
        long bytes = 0;
        for (Path file : files) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                for (int read = channel.read(buffer.clear()); read > 0; read = channel.read(buffer.clear())) {
                    bytes += read;
                }
            } catch (NoSuchFileException e) {
                continue; // The contender has deleted it since: nothing of it will be read.
            }
        }
        return "every file read once before (" + (bytes >> 20) + " MiB), in no time of the phase";
    }
}
