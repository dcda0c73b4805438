package io.millrace.benchmark.peers;

import io.millrace.benchmark.wal.WalLevel;
import io.millrace.benchmark.wal.WalSubject;
import io.millrace.benchmark.wal.WalSubjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's write-ahead log alone: each record is a batch with one blob of log data, which goes to the log and to no
 * memtable, so that nothing is ever flushed or compacted.
 *
 * <p>{@code PAGE} leaves the log's buffer unflushed until the end, {@code OS} writes it with each batch, {@code SYNC} forces
 * it with each batch in RocksDB's own groups, and {@code SYNC_BEHIND} forces all that is written again and again from one
 * thread.
 */
public final class RocksWal implements WalSubject {
    private final AtomicLong appended = new AtomicLong();
    private @Nullable Path where;
    private @Nullable Options options;
    private @Nullable WriteOptions writes;
    private @Nullable RocksDB database;
    private @Nullable SyncLoop syncs;

    @Override
    public void open(Path directory, WalLevel level) throws IOException {
        RocksDB.loadLibrary();
        where = directory;
        options = new Options()
                .setCreateIfMissing(true)
                .setManualWalFlush(level == WalLevel.PAGE)
                .setDisableAutoCompactions(true);
        writes = new WriteOptions().setSync(level == WalLevel.SYNC);
        try {
            RocksDB opened = RocksDB.open(options, directory.toString());
            database = opened;
            syncs = level == WalLevel.SYNC_BEHIND ? new SyncLoop(opened::syncWal) : null;
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not open: " + e.getMessage(), e);
        }
    }

    @Override
    public Appender appender() {
        RocksDB to = WalSubjects.opened(database);
        WriteOptions how = WalSubjects.opened(writes);
        WriteBatch batch = new WriteBatch();
        return record -> {
            try {
                batch.clear();
                batch.putLogData(record);
                to.write(how, batch);
            } catch (RocksDBException e) {
                throw new IOException("RocksDB does not write: " + e.getMessage(), e);
            }
            long token = appended.incrementAndGet();
            SyncLoop loop = syncs;
            if (loop != null) {
                loop.written(token);
            }
            return token;
        };
    }

    @Override
    public Cursor cursor() throws IOException {
        return new RocksLogCursor(WalSubjects.opened(where));
    }

    @Override
    public void awaitDurable(long token) throws IOException {
        SyncLoop loop = syncs;
        if (loop != null) {
            loop.await(token);
        }
    }

    @Override
    public void settle() throws IOException {
        try {
            WalSubjects.opened(database).flushWal(false);
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not write: " + e.getMessage(), e);
        }
        awaitDurable(appended.get());
    }

    @Override
    public void close() {
        SyncLoop loop = syncs;
        if (loop != null) {
            loop.close();
        }
        WalSubjects.opened(database).close();
        WalSubjects.opened(writes).close();
        WalSubjects.opened(options).close();
    }
}
