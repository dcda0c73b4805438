package io.millrace.benchmark.wal;

import io.millrace.wal.Durability;
import io.millrace.wal.LogReader;
import io.millrace.wal.WalConfig;
import io.millrace.wal.WalException;
import io.millrace.wal.WalRecord;
import io.millrace.wal.WriteAheadLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Ours: the log with its defaults, as a user gets it. */
public final class MillraceWal implements WalSubject {
    private static final long SETTLE_LOOK_NANOS = 100_000;

    private @Nullable WriteAheadLog log;
    private WalLevel level = WalLevel.OS;

    @Override
    public void open(Path directory, WalLevel wanted) throws IOException {
        level = wanted;
        Durability durability =
                switch (wanted) {
                    case PAGE -> Durability.PAGE;
                    case OS -> Durability.OS;
                    case SYNC, SYNC_BEHIND -> Durability.SYNC;
                };
        try {
            log = WriteAheadLog.open(directory, WalConfig.defaults().withDurability(durability));
        } catch (WalException e) {
            throw new IOException(e);
        }
    }

    @Override
    public Appender appender() {
        WriteAheadLog to = WalSubjects.opened(log);
        return record -> to.append(WalRecord.TYPE_MIN, record, 0, record.length);
    }

    @Override
    public Cursor cursor() {
        WriteAheadLog from = WalSubjects.opened(log);
        return new ReaderCursor(from.read(from.startPosition()));
    }

    private static final class ReaderCursor implements Cursor {
        private final LogReader reader;

        private ReaderCursor(LogReader reader) {
            this.reader = reader;
        }

        @Override
        public int next(byte[] into) {
            if (!reader.next()) {
                return -1;
            }
            int length = reader.length();
            reader.page().buffer().get(reader.index(), into, 0, length);
            return length;
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    @Override
    public void awaitDurable(long token) {
        WalSubjects.opened(log).awaitDurable(token);
    }

    @Override
    public Durable whenDurable(long token) {
        CompletionStage<Void> stage = WalSubjects.opened(log).whenDurable(token);
        return () -> stage.toCompletableFuture().join();
    }

    /**
     * What is appended at {@code OS} is with the kernel already. At {@code PAGE} the log's thread writes what it has seen:
     * when it has seen all, all but its last write is done.
     */
    @Override
    public void settle() {
        WriteAheadLog settled = WalSubjects.opened(log);
        if (level.isOnDevice()) {
            settled.sync();
        }
        while (level == WalLevel.PAGE && settled.publishedPosition() < settled.tailPosition()) {
            LockSupport.parkNanos(SETTLE_LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        WalSubjects.opened(log).close();
    }
}
