package io.millrace.benchmark.peers;

import io.millrace.benchmark.queue.QueueLevel;
import io.millrace.benchmark.queue.QueueSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * RocksDB for many small writes: half of the memory for blocks, with indexes inside it, a quarter for memtables that are
 * written side by side; as many background jobs as there are cores, two at least; no compression, for the messages have
 * none in them.
 */
final class RocksOptions implements AutoCloseable {
    private static final int MEMTABLES = 4;

    private final Cache cache;
    private final DBOptions database;
    private final ColumnFamilyOptions family;
    private final WriteOptions writes;

    RocksOptions(QueueSettings settings) {
        RocksDB.loadLibrary();
        writes = new WriteOptions();
        long memory = (long) settings.memoryMib() << 20;
        cache = new LRUCache(memory / 2);
        database = new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setManualWalFlush(settings.level() == QueueLevel.PAGE)
                .setEnablePipelinedWrite(true)
                .setAllowConcurrentMemtableWrite(true)
                .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors()))
                .setBytesPerSync(1 << 20);
        family = new ColumnFamilyOptions()
                .setWriteBufferSize(memory / 4 / MEMTABLES)
                .setMaxWriteBufferNumber(MEMTABLES)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setTargetFileSizeBase(64 << 20)
                .setMaxBytesForLevelBase(memory / 4)
                .setLevelCompactionDynamicLevelBytes(true)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setCacheIndexAndFilterBlocks(true)
                        .setFormatVersion(5));
    }

    /** Opens with the default family and that of the names, in this order. */
    RocksDB open(Path directory, List<ColumnFamilyHandle> families) throws RocksDBException {
        return RocksDB.open(
                database,
                directory.toString(),
                List.of(
                        new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, family),
                        new ColumnFamilyDescriptor("names".getBytes(StandardCharsets.US_ASCII), family)),
                families);
    }

    WriteOptions writes() {
        return writes;
    }

    @Override
    public void close() {
        writes.close();
        family.close();
        database.close();
        cache.close();
    }
}
