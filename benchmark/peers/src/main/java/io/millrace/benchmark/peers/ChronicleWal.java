package io.millrace.benchmark.peers;

import io.millrace.benchmark.wal.WalLevel;
import io.millrace.benchmark.wal.WalSubject;
import io.millrace.benchmark.wal.WalSubjects;
import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/**
 * Chronicle Queue as a log: documents of raw bytes in a mapped file of 64 MiB blocks, without a checksum. What its
 * appender returns from is in the kernel, so that it has one level for {@code PAGE} and {@code OS}.
 */
public final class ChronicleWal implements WalSubject {
    private @Nullable ChronicleQueue queue;

    @Override
    public void open(Path directory, WalLevel level) throws IOException {
        if (level.isOnDevice()) {
            throw new IOException("Chronicle Queue's open-source edition has no forced append");
        }
        queue = ChronicleOptions.openLarge(directory);
    }

    @Override
    public Appender appender() {
        ExcerptAppender appender = WalSubjects.opened(queue).createAppender();
        return record -> {
            try (DocumentContext document = appender.writingDocument()) {
                WalSubjects.opened(document.wire()).bytes().write(record);
            }
            return 0;
        };
    }

    @Override
    public Cursor cursor() {
        return new TailerCursor(WalSubjects.opened(queue).createTailer().toStart());
    }

    private static final class TailerCursor implements Cursor {
        private final ExcerptTailer tailer;

        private TailerCursor(ExcerptTailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public int next(byte[] into) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return -1;
                }
                Bytes<?> bytes = WalSubjects.opened(document.wire()).bytes();
                return bytes.read(into);
            }
        }

        @Override
        public void close() {
            tailer.close();
        }
    }

    @Override
    public void awaitDurable(long token) throws IOException {
        throw new IOException("Chronicle Queue's open-source edition has no forced append");
    }

    @Override
    public void settle() {
        // A mapped file: the kernel has it.
    }

    @Override
    public void close() {
        WalSubjects.opened(queue).close();
    }
}
