package io.millrace.benchmark.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The disk's own rate: files read in order, a MiB at a time, by a plain loop. */
final class DiskReads {
    private DiskReads() {}

    /** Returns the bytes read. */
    static long sequential(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(directory)) {
            files = found.filter(Files::isRegularFile).sorted().toList();
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        long bytes = 0;
        for (Path path : files) {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
                for (int read = file.read(buffer.clear()); read >= 0; read = file.read(buffer.clear())) {
                    bytes += read;
                }
            }
        }
        return bytes;
    }
}
