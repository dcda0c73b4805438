package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksObject;

/** RocksDB's settings and the native objects behind them. <b>Ownership.</b> Closed after the database that was opened with them. */
final class TableOptions implements AutoCloseable {

    private static final int BITS_A_KEY = 10;

    /** A point read decompresses a whole block: small ones make it cheap, larger ones compress better. */
    private static final int BLOCK_BYTES = 8 << 10;

    /** RocksDB's own choice: four bytes for three keys, and few of them share one. */
    private static final double HASH_UTILIZATION = 0.75;

    /**
     * No memtable gets there: the writer flushes all of them together long before, when the log is durable beyond them. One more commit, of at most 128 MiB, may come behind the size
     * at which it does.
     */
    private static final long NEVER_BY_ITSELF = 1L << 30;

    /** Of a memtable's filter, for keys that are looked for alone: ten bits for each hundred bytes that both memtables may have. */
    private static final int MEMTABLE_BYTES_A_FILTER_BYTE = 80;

    /** The default would be an eighth of the above. */
    private static final long ARENA_BYTES = 256 << 10;

    /** One is written to while the other goes to a file; then writes wait. */
    private static final int MEMTABLES_MAX = 2;

    private static final int OPEN_FILES_MAX = 4096;
    private static final int OWN_LOG_FILES = 4;
    private static final long OWN_LOG_BYTES = 4 << 20;

    private final List<RocksObject> owned = new ArrayList<>();
    final DBOptions database;
    private final ColumnFamilyOptions family;
    private final ColumnFamilyOptions pointFamily;

    /** @param blockCacheBytes for blocks of data files, their indexes and filters */
    TableOptions(long blockCacheBytes, long memtableBytes) {
        LRUCache cache = kept(new LRUCache(blockCacheBytes));
        BlockBasedTableConfig tables = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(BLOCK_BYTES)
                .setFormatVersion(6)
                // A fifth less CPU for a key that is looked for alone.
                .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                .setDataBlockHashTableUtilRatio(HASH_UTILIZATION)
                .setFilterPolicy(kept(new BloomFilter(BITS_A_KEY)))
                // In the cache, so that the cache's size bounds them too.
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
        long writeBuffer = Math.max(NEVER_BY_ITSELF, 4 * memtableBytes);
        family = family(tables, writeBuffer);
        pointFamily = family(tables, writeBuffer)
                .setMemtablePrefixBloomSizeRatio(
                        (double) memtableBytes / MEMTABLE_BYTES_A_FILTER_BYTE / 2 / writeBuffer)
                .setMemtableWholeKeyFiltering(true);
        database = kept(new DBOptions())
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setParanoidChecks(true)
                .setAtomicFlush(true)
                // What is not flushed is in our log.
                .setAvoidFlushDuringShutdown(true)
                .setMaxBackgroundJobs(2)
                .setMaxOpenFiles(OPEN_FILES_MAX)
                .setAllowConcurrentMemtableWrite(false)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(OWN_LOG_FILES)
                .setMaxLogFileSize(OWN_LOG_BYTES)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    private ColumnFamilyOptions family(BlockBasedTableConfig tables, long writeBuffer) {
        return kept(new ColumnFamilyOptions())
                .setTableFormatConfig(tables)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferSize(writeBuffer)
                .setArenaBlockSize(ARENA_BYTES)
                .setMaxWriteBufferNumber(MEMTABLES_MAX);
    }

    /** Of a key space. */
    ColumnFamilyOptions family(KeySpace space) {
        return space == KeySpace.KEYS || space == KeySpace.ROWS ? pointFamily : family;
    }

    /** Of RocksDB's own family, which holds nothing. */
    ColumnFamilyOptions defaultFamily() {
        return family;
    }

    private <T extends RocksObject> T kept(T object) {
        owned.add(object);
        return object;
    }

    @Override
    public void close() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            owned.get(i).close();
        }
    }
}
