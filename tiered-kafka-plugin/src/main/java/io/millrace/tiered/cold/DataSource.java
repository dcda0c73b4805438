package io.millrace.tiered.cold;

import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Where a segment's data comes from when it is copied. Its text names the place, for messages. */
public interface DataSource {

    /**
     * Opens the data; the caller closes.
     *
     * @param logs how the broker's logs are read past the page cache
     */
    Reader open(DirectIo logs) throws IOException;

    /** The data of one copy, read from its first byte to its last. One thread. */
    interface Reader extends Closeable {

        /**
         * Reads until the buffer is full or the data ends; returns the bytes read.
         *
         * @param to as many bytes as are wanted, rounded up to a whole block of the disk; borrowed
         * @param position of the first of them: the end of the read before
         */
        int read(ByteBuffer to, long position) throws IOException;
    }

    /** All of a file, past the page cache. */
    static DataSource file(Path file) {
        return new FileSource(file);
    }

    /** A log file that Kafka hands over. */
    record FileSource(Path file) implements DataSource {

        @Override
        public Reader open(DirectIo logs) throws IOException {
            DiskFile open = logs.open(file, Set.of(StandardOpenOption.READ));
            return new Reader() {
                @Override
                public int read(ByteBuffer to, long position) throws IOException {
                    return open.read(to, position);
                }

                @Override
                public void close() throws IOException {
                    open.close();
                }
            };
        }

        @Override
        public String toString() {
            return "file=" + file;
        }
    }
}
