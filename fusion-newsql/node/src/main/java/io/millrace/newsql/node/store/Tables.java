package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.StoreSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data files of a store, and the memtables before them.
 *
 * <p><b>Threads.</b> Reads are safe; {@link #apply}, {@link #flush} and {@link #checkpoint} are the writer's. <b>Durability.</b> Nothing but what was flushed; the log has the rest.
 * <b>Errors.</b> {@link StoreException}; {@code CORRUPT} names the file.
 */
public final class Tables implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Tables.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

    /** Version of the key spaces and of what is in {@code META}; data files of another one are refused. */
    private static final int FORMAT = 1;

    private static final byte[] FORMAT_KEY = "format".getBytes(StandardCharsets.US_ASCII);
    /** Of a position: to be read when it is asked for. */
    static final long UNKNOWN = -1;

    static final byte[] POSITION_KEY = "position".getBytes(StandardCharsets.US_ASCII);

    private final Path directory;
    private final FileStore disk;
    private final TableOptions options;
    private final RocksDB database;
    private final List<ColumnFamilyHandle> families;
    private final ReadOptions reads = new ReadOptions();
    private final ReadOptions fileReads = new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER);
    private final WriteOptions writes = new WriteOptions().setDisableWAL(true);
    private final ReadGate gate = new ReadGate();
    private final ValueCache values;
    private final Set<Object> lent = ConcurrentHashMap.newKeySet();

    /** Position of the group that is being applied, or was last; set before it begins. */
    private volatile long applying;

    /** Position of the last group that was applied whole. */
    private volatile long applied;

    private Tables(
            Path directory,
            FileStore disk,
            TableOptions options,
            RocksDB database,
            List<ColumnFamilyHandle> families,
            long valueBytes) {
        this.directory = directory;
        this.disk = disk;
        this.options = options;
        this.database = database;
        this.families = families;
        this.values = new ValueCache(valueBytes);
    }

    /**
     * Opens the files in a directory, which is made if there is none.
     *
     * @param library folder of RocksDB's native library, made if there is none
     * @param cacheBytes half for blocks of data files, half for single values
     */
    public static Tables open(Path directory, Path library, long cacheBytes, long memtableBytes) {
        NativeLibrary.load(library);
        TableOptions options = new TableOptions(cacheBytes - cacheBytes / 2, memtableBytes);
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try {
            Files.createDirectories(directory);
            FileStore disk = Files.getFileStore(directory);
            RocksDB database = RocksDB.open(options.database, directory.toString(), descriptors(options), handles);
            List<ColumnFamilyHandle> families = List.copyOf(handles).subList(1, handles.size());
            Tables tables = new Tables(directory, disk, options, database, families, cacheBytes / 2);
            tables.checkFormat();
            tables.applied = tables.positionIn(tables.reads);
            tables.applying = tables.applied;
            return tables;
        } catch (RocksDBException e) {
            options.close();
            throw RocksFailure.of(e, directory);
        } catch (IOException e) {
            options.close();
            throw new StoreException(Reason.IO, "directory cannot be used: " + directory + ": " + e, e);
        }
    }

    private static List<ColumnFamilyDescriptor> descriptors(TableOptions options) {
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.defaultFamily()));
        for (KeySpace space : KeySpace.values()) {
            byte[] name = space.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
            descriptors.add(new ColumnFamilyDescriptor(name, options.family(space)));
        }
        return descriptors;
    }

    private void checkFormat() {
        byte[] format = get(KeySpace.META, FORMAT_KEY);
        int version = format == null ? FORMAT : format[0];
        if (version != FORMAT) {
            close();
            throw new StoreException(
                    Reason.UNSUPPORTED,
                    "data files of another version: version=" + version + " (expected: " + FORMAT + "), directory="
                            + directory);
        }
    }

    // ---- reading ----

    /** A copy of the newest value, or null. */
    public byte @Nullable [] get(KeySpace space, byte[] key) {
        return get(space, key, reads, ValueCache.NEWEST);
    }

    /** @param asOf position of the last commit that the options show, {@link ValueCache#NEWEST}, or {@link #UNKNOWN} */
    byte @Nullable [] get(KeySpace space, byte[] key, ReadOptions options, long asOf) {
        int stripe = gate.enter();
        try {
            return ValueCache.takes(space, key.length)
                    ? getKept(space, key, options, asOf)
                    : database.get(family(space), options, key);
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, directory);
        } finally {
            gate.leave(stripe);
        }
    }

    private byte @Nullable [] getKept(KeySpace space, byte[] key, ReadOptions options, long asOf)
            throws RocksDBException {
        ByteBuffer bytes = ByteBuffer.wrap(key);
        long hash = CachedKey.hash(space, bytes);
        byte[] kept = values.get(hash, bytes, asOf);
        if (kept != null) {
            return kept;
        }
        ValueRing ring = values.ring(hash);
        long ticket = ring.ticket();
        long since = applied; // behind the ticket: the group of this position has ended
        byte[] value = database.get(family(space), options, key);
        if (value != null && asOf >= since) {
            ring.add(hash, bytes, ByteBuffer.wrap(value), since, ticket);
        }
        return value;
    }

    /** As {@link io.millrace.newsql.node.OrderedStore#read}. */
    public int read(KeySpace space, ByteBuffer key, ByteBuffer value) {
        return read(space, key, value, reads, ValueCache.NEWEST);
    }

    int read(KeySpace space, ByteBuffer key, ByteBuffer value, ReadOptions options, long asOf) {
        int from = key.position();
        int stripe = gate.enter();
        try {
            // RocksDB says -1 of what is not there, as we do.
            return ValueCache.takes(space, key.remaining())
                    ? readKept(space, key, value, options, asOf)
                    : database.get(family(space), options, key, value);
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, directory);
        } finally {
            gate.leave(stripe);
            key.position(from);
        }
    }

    private int readKept(KeySpace space, ByteBuffer key, ByteBuffer value, ReadOptions options, long asOf)
            throws RocksDBException {
        long hash = CachedKey.hash(space, key);
        int kept = values.read(hash, key, value, asOf);
        if (kept != ValueRing.UNKNOWN) {
            return kept;
        }
        ValueRing ring = values.ring(hash);
        long ticket = ring.ticket();
        long since = applied;
        int from = key.position();
        int room = value.remaining();
        int length = database.get(family(space), options, key, value);
        if (length >= 0 && length <= room && asOf >= since) {
            key.position(from);
            ring.add(hash, key, value, since, ticket);
        }
        return length;
    }

    /** As {@link StoreSnapshot#getAll}, of a snapshot at a position. */
    List<byte @Nullable []> getAll(KeySpace space, List<byte[]> keys, ReadOptions options, long asOf) {
        List<byte @Nullable []> found = new ArrayList<>(keys.size());
        List<byte[]> others = new ArrayList<>();
        for (byte[] key : keys) {
            byte[] kept = kept(space, key, asOf);
            found.add(kept);
            if (kept == null) {
                others.add(key);
            }
        }
        if (others.isEmpty()) {
            return found;
        }
        List<byte @Nullable []> read = readAll(space, others, options);
        for (int i = 0, next = 0; i < keys.size(); i++) {
            if (found.get(i) == null) {
                byte[] value = read.get(next++);
                // RocksDB says null of a key that it could not read, too: asked alone, such a one throws.
                found.set(i, value != null ? value : get(space, keys.get(i), options, asOf));
            }
        }
        return found;
    }

    private byte @Nullable [] kept(KeySpace space, byte[] key, long asOf) {
        if (!ValueCache.takes(space, key.length)) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(key);
        int stripe = gate.enter();
        try {
            return values.get(CachedKey.hash(space, bytes), bytes, asOf);
        } finally {
            gate.leave(stripe);
        }
    }

    private List<byte @Nullable []> readAll(KeySpace space, List<byte[]> keys, ReadOptions options) {
        int stripe = gate.enter();
        try {
            return database.multiGetAsList(options, Collections.nCopies(keys.size(), family(space)), keys);
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, directory);
        } finally {
            gate.leave(stripe);
        }
    }

    /** Gives: the tables as they are now. */
    public StoreSnapshot snapshot() {
        int stripe = gate.enter();
        try {
            long before = applied;
            Snapshot taken = database.getSnapshot();
            // Nothing began in between: then this is what the snapshot holds, and nobody has to read it from there.
            TableSnapshot snapshot = new TableSnapshot(this, taken, applying == before ? before : UNKNOWN);
            lent.add(snapshot);
            return snapshot;
        } finally {
            gate.leave(stripe);
        }
    }

    /** Position up to which the memtables hold all commits; 0 for none. */
    public long position() {
        return positionIn(reads);
    }

    /** Position up to which the files hold all commits; 0 for none. */
    public long flushedPosition() {
        return positionIn(fileReads);
    }

    long positionIn(ReadOptions options) {
        byte[] position = get(KeySpace.META, POSITION_KEY, options, UNKNOWN);
        return position == null ? 0 : ByteBuffer.wrap(position).getLong();
    }

    // ---- writing ----

    /** Gives: an empty group of writes; to be closed. */
    public WriteGroup newGroup() {
        return new WriteGroup(this);
    }

    /** Makes the writes visible all at once, and the position with them. May wait while a memtable goes to its file. */
    public void apply(WriteGroup group, long position) {
        int stripe = gate.enter();
        try {
            applying = position;
            group.dropFrom(values);
            database.write(writes, group.finish(FORMAT_KEY, FORMAT, position));
            applied = position;
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, directory);
        } finally {
            values.endChanges();
            gate.leave(stripe);
        }
    }

    /** Bytes of the memtables that are written to. */
    public long activeBytes() {
        return property("rocksdb.cur-size-active-mem-table");
    }

    /** Bytes of all memtables. */
    public long memtableBytes() {
        return property("rocksdb.cur-size-all-mem-tables");
    }

    /** Bytes of the data files in use. */
    public long fileBytes() {
        return property("rocksdb.live-sst-files-size");
    }

    private long property(String name) {
        int stripe = gate.enter();
        try {
            return database.getAggregatedLongProperty(name);
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, directory);
        } finally {
            gate.leave(stripe);
        }
    }

    /** Reads that found their value in the cache of values. */
    public long valueHits() {
        return values.hits();
    }

    /** Reads that did not. */
    public long valueMisses() {
        return values.misses();
    }

    /** Free bytes of the disk. */
    public long usableBytes() {
        try {
            return disk.getUsableSpace();
        } catch (IOException e) {
            throw new StoreException(Reason.IO, "free space is not known: directory=" + directory + ": " + e, e);
        }
    }

    /**
     * Begins to put everything applied so far into files, as one step; waits for that to end if asked to. The log must be durable that far.
     *
     * @throws StoreException with {@code BUSY} if as much as may be is being put there already
     */
    public void flush(boolean waiting) {
        int stripe = gate.enter();
        try (FlushOptions how = new FlushOptions().setWaitForFlush(waiting).setAllowWriteStall(true)) {
            database.flush(how, families);
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, directory);
        } finally {
            gate.leave(stripe);
        }
    }

    /** Puts everything applied so far into files and links them into a folder that must not be there. The log must be durable that far; nothing may be applied meanwhile. Fails as {@link #flush}. */
    public void checkpoint(Path folder) {
        int stripe = gate.enter();
        try (Checkpoint checkpoint = Checkpoint.create(database)) {
            checkpoint.createCheckpoint(folder.toString());
        } catch (RocksDBException e) {
            throw RocksFailure.of(e, directory);
        } finally {
            gate.leave(stripe);
        }
    }

    // ---- for snapshots and cursors ----

    int enter() {
        return gate.enter();
    }

    void leave(int stripe) {
        gate.leave(stripe);
    }

    RocksDB database() {
        return database;
    }

    ColumnFamilyHandle family(KeySpace space) {
        return families.get(space.number());
    }

    Path directory() {
        return directory;
    }

    void lend(Object taken) {
        lent.add(taken);
    }

    void takeBack(Object returned) {
        lent.remove(returned);
    }

    // ---- the end ----

    /** Lets go of the files as they are: what was not flushed is lost but for the log. Snapshots and cursors that are open fail from here on. */
    @Override
    public void close() {
        if (!gate.close(CLOSE_PATIENCE)) {
            LOG.error("calls are still inside; the store's memory is left alone: directory={}", directory);
            return;
        }
        closeLent(TableIterator.class);
        closeLent(TableSnapshot.class);
        families.forEach(ColumnFamilyHandle::close);
        database.close();
        reads.close();
        fileReads.close();
        writes.close();
        options.close();
        values.close();
    }

    /** Iterators before the snapshots that they look at. */
    private void closeLent(Class<?> kind) {
        for (Object open : lent) {
            if (kind.isInstance(open)) {
                free(open);
            }
        }
    }

    private static void free(Object open) {
        if (open instanceof TableIterator iterator) {
            iterator.free();
        } else if (open instanceof TableSnapshot snapshot) {
            snapshot.free();
        }
    }
}
