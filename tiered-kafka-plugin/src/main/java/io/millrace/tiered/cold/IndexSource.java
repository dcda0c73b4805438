package io.millrace.tiered.cold;

import io.millrace.tiered.disk.ColdFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Where an index's bytes come from when a segment is copied. */
public interface IndexSource {

    /** Which index. */
    IndexKind kind();

    /** Opens its bytes, from the first; the caller closes. */
    ReadableByteChannel open(ColdFiles files) throws IOException;

    /** Bytes of it. */
    long length(ColdFiles files) throws IOException;

    /** A file. */
    static IndexSource file(IndexKind kind, Path file) {
        return new FileSource(kind, file);
    }

    /** Bytes, of which a copy is made. */
    static IndexSource bytes(IndexKind kind, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return new BytesSource(kind, copy);
    }

    /** A file of Kafka's. It is small and was read and written just now, so it is read through the page cache. */
    record FileSource(IndexKind kind, Path file) implements IndexSource {

        @Override
        public FileChannel open(ColdFiles files) throws IOException {
            return files.open(file, Set.of(StandardOpenOption.READ));
        }

        @Override
        public long length(ColdFiles files) throws IOException {
            try (FileChannel channel = open(files)) {
                return channel.size();
            }
        }
    }

    /** Bytes that Kafka has in memory. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record BytesSource(IndexKind kind, byte[] bytes) implements IndexSource {

        @Override
        public ReadableByteChannel open(ColdFiles files) {
            return Channels.newChannel(new ByteArrayInputStream(bytes));
        }

        @Override
        public long length(ColdFiles files) {
            return bytes.length;
        }
    }
}
