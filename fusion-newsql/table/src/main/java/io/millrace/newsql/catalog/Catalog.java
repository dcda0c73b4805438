package io.millrace.newsql.catalog;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.type.SqlErrors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All schemas and tables: records in the store's {@link KeySpace#CATALOG}, and an immutable picture of them that is swapped at each change.
 *
 * <pre>
 *  S ‹name›        a schema: format, collation
 *  T ‹id: 8›       a table: {@link RecordCodec}
 *  N               next id of tables and indexes
 *  W ‹schema› 00 ‹name›   a view: {@link ConstraintCodec}
 *  B ‹id: 8›       up to which row an index that is being built has its entries: the row's key
 *  A ‹id: 8›       next number of a table's AUTO_INCREMENT, or of its hidden row ids; see {@link Counters}
 *  G ‹id: 8›       rows of a dropped table, then entries of its indexes, that are still to be removed: kind, ids
 * </pre>
 *
 * <b>Threads.</b> Safe; changes come one after the other. <b>Durability.</b> A change has returned when it is on the device.
 */
public final class Catalog {

    /** Everything at one version. The version counts all changes since the server started. */
    public record Picture(long version, Map<String, SchemaInfo> schemas) {

        public SchemaInfo schema(String name) {
            SchemaInfo found = schemas.get(name);
            if (found == null) {
                throw SqlErrors.unknownSchema(name);
            }
            return found;
        }

        public @Nullable TableInfo findTable(String schema, String table) {
            SchemaInfo found = schemas.get(schema);
            return found == null ? null : found.tables().get(table);
        }

        /** Null if there is none, or its schema is not there. */
        public @Nullable ViewInfo findView(String schema, String view) {
            SchemaInfo found = schemas.get(schema);
            return found == null ? null : found.views().get(view);
        }

        public TableInfo table(String schema, String table) {
            TableInfo found = schema(schema).tables().get(table);
            if (found == null) {
                throw SqlErrors.unknownTable(schema, table);
            }
            return found;
        }
    }

    /** Entries whose table or index is no more. */
    public record Garbage(boolean isTable, long id) {}

    private static final byte[] NEXT_ID = {'N'};

    private final OrderedStore store;
    private final LongSupplier transactions;
    private volatile Picture picture;

    private Catalog(OrderedStore store, LongSupplier transactions, Picture picture) {
        this.store = store;
        this.transactions = transactions;
        this.picture = picture;
    }

    /** Reads the catalog of a store that is only looked at. */
    public static Catalog open(OrderedStore store) {
        return open(store, () -> {
            throw new IllegalStateException("catalog was opened to be read");
        });
    }

    /**
     * Reads the catalog of a store.
     *
     * @param transactions numbers for those that change it
     */
    public static Catalog open(OrderedStore store, LongSupplier transactions) {
        Map<String, SchemaInfo> schemas = new TreeMap<>();
        try (StoreSnapshot snapshot = store.snapshot()) {
            forEach(snapshot, 'S', (key, value) -> {
                SchemaInfo schema = decodeSchema(key, value);
                schemas.put(schema.name(), schema);
            });
            forEach(snapshot, 'T', (key, value) -> {
                TableInfo table = RecordCodec.decodeTable(value);
                schemas.computeIfPresent(table.schema(), (name, schema) -> schema.with(table));
            });
            forEach(snapshot, 'W', (key, value) -> {
                ViewInfo view = ConstraintCodec.decodeView(value);
                schemas.computeIfPresent(view.schema(), (name, schema) -> schema.with(view));
            });
        }
        return new Catalog(store, transactions, new Picture(1, References.linked(schemas)));
    }

    private static void forEach(StoreSnapshot snapshot, char kind, BiConsumer<byte[], byte[]> record) {
        try (StoreCursor cursor =
                snapshot.scan(KeySpace.CATALOG, new byte[] {(byte) kind}, new byte[] {(byte) (kind + 1)}, false)) {
            while (cursor.next()) {
                record.accept(cursor.key(), cursor.value());
            }
        }
    }

    public Picture picture() {
        return picture;
    }

    // ---- changes ----

    public synchronized void createSchema(String name, String collation) {
        if (picture.schemas().containsKey(name)) {
            throw SqlErrors.of(1007, "HY000", "Can't create database '" + name + "'; database exists");
        }
        commit(new StoreBatch()
                .require(KeySpace.CATALOG, schemaKey(name), null)
                .put(KeySpace.CATALOG, schemaKey(name), encodeSchema(collation)));
        swap(schemas -> put(schemas, SchemaInfo.empty(name, collation)));
    }

    /** Gives a schema another collation for tables to come. */
    public synchronized void alterSchema(String name, String collation) {
        SchemaInfo schema = picture.schema(name);
        commit(new StoreBatch().put(KeySpace.CATALOG, schemaKey(name), encodeSchema(collation)));
        swap(schemas -> put(schemas, schema.withCollation(collation)));
    }

    /** Drops the schema with its tables and views. */
    public synchronized void dropSchema(String name) {
        SchemaInfo schema = picture.schemas().get(name);
        if (schema == null) {
            throw SqlErrors.of(1008, "HY000", "Can't drop database '" + name + "'; database doesn't exist");
        }
        StoreBatch batch = new StoreBatch().delete(KeySpace.CATALOG, schemaKey(name));
        schema.tables().values().forEach(table -> drop(batch, table));
        schema.views().values().forEach(view -> batch.delete(KeySpace.CATALOG, viewKey(view.schema(), view.name())));
        commit(batch);
        swap(schemas -> {
            schemas.remove(name);
            return schemas;
        });
    }

    public synchronized void createTable(TableInfo table) {
        SchemaInfo schema = picture.schema(table.schema());
        checkFree(schema, table.name());
        byte[] key = idKey('T', table.id());
        commit(new StoreBatch()
                .require(KeySpace.CATALOG, key, null)
                .put(KeySpace.CATALOG, key, RecordCodec.encode(table)));
        swap(schemas -> put(schemas, schema.with(table)));
    }

    private static void checkFree(SchemaInfo schema, String name) {
        if (schema.has(name)) {
            throw SqlErrors.of(1050, "42S01", "Table '" + name + "' already exists");
        }
    }

    /** Who changes a table has it alone: another one of its name would be lost. */
    private void checkCurrent(TableInfo table) {
        TableInfo now = picture.findTable(table.schema(), table.name());
        if (now == null || now.id() != table.id()) {
            throw SqlErrors.of(1412, "HY000", "Table definition has changed, please retry transaction");
        }
    }

    public synchronized void dropTables(List<TableInfo> tables) {
        tables.forEach(this::checkCurrent);
        StoreBatch batch = new StoreBatch();
        tables.forEach(table -> drop(batch, table));
        commit(batch);
        swap(schemas -> {
            for (TableInfo table : tables) {
                schemas.computeIfPresent(table.schema(), (name, schema) -> schema.without(table.name()));
            }
            return schemas;
        });
    }

    /** One table in the place of another: with another version, name or number. */
    public record Replacement(TableInfo old, TableInfo changed) {}

    /** As {@link #replaceTables}, of one. */
    public synchronized void replaceTable(TableInfo old, TableInfo changed) {
        replaceTables(List.of(new Replacement(old, changed)));
    }

    /** Puts tables in the places of others, all in one commit. Entries that nobody has any more become garbage; the records of indexes that are used from now on are no garbage any more. */
    public synchronized void replaceTables(List<Replacement> replacements) {
        StoreBatch batch = new StoreBatch();
        Map<String, SchemaInfo> schemas = new TreeMap<>(picture.schemas());
        for (Replacement each : replacements) {
            TableInfo old = each.old();
            checkCurrent(old);
            schemas.computeIfPresent(old.schema(), (name, schema) -> schema.without(old.name()));
        }
        for (Replacement each : replacements) {
            TableInfo changed = each.changed();
            SchemaInfo target = schemas.get(changed.schema());
            if (target == null) {
                throw SqlErrors.unknownSchema(changed.schema());
            }
            checkFree(target, changed.name());
            schemas.put(target.name(), target.with(changed));
            put(batch, each.old(), changed);
        }
        commit(batch);
        swap(old -> schemas);
    }

    private static void put(StoreBatch batch, TableInfo old, TableInfo changed) {
        Set<Long> kept = new HashSet<>();
        indexesOf(changed).forEach(index -> kept.add(index.id()));
        if (old.id() != changed.id()) {
            drop(batch, old);
            batch.delete(KeySpace.CATALOG, idKey('G', changed.id()));
        } else {
            indexesOf(old).filter(index -> !kept.contains(index.id())).forEach(index -> {
                batch.delete(KeySpace.CATALOG, idKey('B', index.id()));
                markGarbage(batch, new Garbage(false, index.id()));
            });
        }
        kept.forEach(id -> batch.delete(KeySpace.CATALOG, idKey('G', id)));
        changed.indexes().forEach(index -> batch.delete(KeySpace.CATALOG, idKey('B', index.id())));
        batch.put(KeySpace.CATALOG, idKey('T', changed.id()), RecordCodec.encode(changed));
    }

    private static Stream<IndexInfo> indexesOf(TableInfo table) {
        return Stream.concat(table.indexes().stream(), table.building().stream().map(BuildingIndex::index));
    }

    // ---- views ----

    /** Creates a view, or puts it in the place of one of the same name. */
    public synchronized void putView(ViewInfo view, boolean replace) {
        SchemaInfo schema = picture.schema(view.schema());
        if (!replace || schema.tables().containsKey(view.name())) {
            checkFree(schema, view.name());
        }
        commit(new StoreBatch()
                .put(KeySpace.CATALOG, viewKey(view.schema(), view.name()), ConstraintCodec.encode(view)));
        swap(schemas -> put(schemas, schema.with(view)));
    }

    public synchronized void dropViews(List<ViewInfo> views) {
        StoreBatch batch = new StoreBatch();
        views.forEach(view -> batch.delete(KeySpace.CATALOG, viewKey(view.schema(), view.name())));
        commit(batch);
        swap(schemas -> {
            for (ViewInfo view : views) {
                schemas.computeIfPresent(view.schema(), (name, schema) -> schema.withoutView(view.name()));
            }
            return schemas;
        });
    }

    public synchronized void renameView(ViewInfo view, TableName to) {
        checkFree(picture.schema(to.schema()), to.table());
        ViewInfo renamed = view.withNames(to.schema(), to.table());
        commit(new StoreBatch()
                .delete(KeySpace.CATALOG, viewKey(view.schema(), view.name()))
                .put(KeySpace.CATALOG, viewKey(to.schema(), to.table()), ConstraintCodec.encode(renamed)));
        swap(schemas -> {
            schemas.computeIfPresent(view.schema(), (name, schema) -> schema.withoutView(view.name()));
            schemas.computeIfPresent(to.schema(), (name, schema) -> schema.with(renamed));
            return schemas;
        });
    }

    // ---- numbers ----

    /** Gives so many ids for tables and indexes: the first of them. */
    public synchronized long takeIds(int count) {
        byte[] old = store.get(KeySpace.CATALOG, NEXT_ID);
        long next = old == null ? 1 : ByteBuffer.wrap(old).getLong();
        byte[] changed = ByteBuffer.allocate(Long.BYTES).putLong(next + count).array();
        commit(new StoreBatch().require(KeySpace.CATALOG, NEXT_ID, old).put(KeySpace.CATALOG, NEXT_ID, changed));
        return next;
    }

    // ---- indexes that are being built ----

    /** Key of the last row whose entry is in an index that is being built; null before the first. */
    public byte @Nullable [] buildProgress(long index) {
        return store.get(KeySpace.CATALOG, idKey('B', index));
    }

    /** To be written with the entries that it tells of, or behind them. */
    public void saveBuildProgress(long index, byte[] rowKey) {
        commit(new StoreBatch().put(KeySpace.CATALOG, idKey('B', index), rowKey));
    }

    // ---- garbage ----

    /** What is left of dropped tables and indexes. */
    public List<Garbage> garbage() {
        List<Garbage> found = new ArrayList<>();
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor cursor = snapshot.scan(KeySpace.CATALOG, new byte[] {'G'}, new byte[] {'G' + 1}, false)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                found.add(new Garbage(
                        cursor.value()[0] == 'T',
                        ByteBuffer.wrap(key, 1, Long.BYTES).getLong()));
            }
        }
        return found;
    }

    /** Marks entries that nobody may see for removal: those of an index whose building failed. */
    public synchronized void addGarbage(List<Garbage> garbage) {
        StoreBatch batch = new StoreBatch();
        garbage.forEach(each -> markGarbage(batch, each));
        commit(batch);
    }

    /** All rows or entries of it are removed. */
    public synchronized void removeGarbage(Garbage garbage) {
        StoreBatch batch = new StoreBatch().delete(KeySpace.CATALOG, idKey('G', garbage.id()));
        if (!garbage.isTable()) {
            commit(batch);
            return;
        }
        // Those of tables that never were in the catalog: copies, and temporary ones.
        Counters.keys(garbage.id()).forEach(key -> batch.delete(KeySpace.CATALOG, key));
        join(CatalogRecords.commitGone(store, batch, transactions.getAsLong()));
    }

    // ---- inside ----

    private static void drop(StoreBatch batch, TableInfo table) {
        batch.delete(KeySpace.CATALOG, idKey('T', table.id()));
        Counters.keys(table.id()).forEach(key -> batch.delete(KeySpace.CATALOG, key));
        markGarbage(batch, new Garbage(true, table.id()));
        indexesOf(table).forEach(index -> {
            batch.delete(KeySpace.CATALOG, idKey('B', index.id()));
            markGarbage(batch, new Garbage(false, index.id()));
        });
    }

    private static void markGarbage(StoreBatch batch, Garbage garbage) {
        batch.put(KeySpace.CATALOG, idKey('G', garbage.id()), new byte[] {(byte) (garbage.isTable() ? 'T' : 'I')});
    }

    private void commit(StoreBatch batch) {
        join(CatalogRecords.commit(store, batch, transactions.getAsLong()));
    }

    /** Waits for a commit, and throws what it failed with. */
    static void join(CompletionStage<Long> done) {
        try {
            done.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void swap(UnaryOperator<Map<String, SchemaInfo>> change) {
        Map<String, SchemaInfo> schemas = change.apply(new TreeMap<>(picture.schemas()));
        picture = new Picture(picture.version() + 1, References.linked(schemas));
    }

    private static Map<String, SchemaInfo> put(Map<String, SchemaInfo> schemas, SchemaInfo schema) {
        schemas.put(schema.name(), schema);
        return schemas;
    }

    private static byte[] schemaKey(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length).put((byte) 'S').put(utf8).array();
    }

    private static byte[] viewKey(String schema, String name) {
        byte[] utf8 = (schema + '\0' + name).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length).put((byte) 'W').put(utf8).array();
    }

    static byte[] idKey(char kind, long id) {
        return ByteBuffer.allocate(1 + Long.BYTES).put((byte) kind).putLong(id).array();
    }

    private static byte[] encodeSchema(String collation) {
        byte[] utf8 = collation.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length)
                .put((byte) RecordCodec.FORMAT)
                .put(utf8)
                .array();
    }

    static SchemaInfo decodeSchema(byte[] key, byte[] value) {
        RecordCodec.checkFormat(value[0]);
        String name = new String(Arrays.copyOfRange(key, 1, key.length), StandardCharsets.UTF_8);
        return SchemaInfo.empty(name, new String(value, 1, value.length - 1, StandardCharsets.UTF_8));
    }
}
