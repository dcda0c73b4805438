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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All schemas and tables: records in the store's {@link KeySpace#CATALOG}, and an immutable picture of them that is swapped at each change.
 *
 * <pre>
 *  S ‹name›        a schema: format, collation
 *  T ‹id: 8›       a table: {@link RecordCodec}
 *  N               next id of tables and indexes
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
    private volatile Picture picture;

    private Catalog(OrderedStore store, Picture picture) {
        this.store = store;
        this.picture = picture;
    }

    /** Reads the catalog of a store. */
    public static Catalog open(OrderedStore store) {
        Map<String, SchemaInfo> schemas = new TreeMap<>();
        try (StoreSnapshot snapshot = store.snapshot()) {
            try (StoreCursor cursor = snapshot.scan(KeySpace.CATALOG, new byte[] {'S'}, new byte[] {'S' + 1}, false)) {
                while (cursor.next()) {
                    SchemaInfo schema = decodeSchema(cursor.key(), cursor.value());
                    schemas.put(schema.name(), schema);
                }
            }
            try (StoreCursor cursor = snapshot.scan(KeySpace.CATALOG, new byte[] {'T'}, new byte[] {'T' + 1}, false)) {
                while (cursor.next()) {
                    TableInfo table = RecordCodec.decodeTable(cursor.value());
                    schemas.computeIfPresent(table.schema(), (name, schema) -> schema.with(table));
                }
            }
        }
        return new Catalog(store, new Picture(1, Collections.unmodifiableMap(schemas)));
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
        swap(schemas -> put(schemas, new SchemaInfo(name, collation, Map.of())));
    }

    /** Drops the schema and its tables. */
    public synchronized void dropSchema(String name) {
        SchemaInfo schema = picture.schemas().get(name);
        if (schema == null) {
            throw SqlErrors.of(1008, "HY000", "Can't drop database '" + name + "'; database doesn't exist");
        }
        StoreBatch batch = new StoreBatch().delete(KeySpace.CATALOG, schemaKey(name));
        schema.tables().values().forEach(table -> drop(batch, table));
        commit(batch);
        swap(schemas -> {
            schemas.remove(name);
            return schemas;
        });
    }

    public synchronized void createTable(TableInfo table) {
        SchemaInfo schema = picture.schema(table.schema());
        if (schema.tables().containsKey(table.name())) {
            throw SqlErrors.of(1050, "42S01", "Table '" + table.name() + "' already exists");
        }
        byte[] key = idKey('T', table.id());
        commit(new StoreBatch()
                .require(KeySpace.CATALOG, key, null)
                .put(KeySpace.CATALOG, key, RecordCodec.encode(table)));
        swap(schemas -> put(schemas, schema.with(table)));
    }

    public synchronized void dropTable(TableInfo table) {
        StoreBatch batch = new StoreBatch();
        drop(batch, table);
        commit(batch);
        swap(schemas -> put(schemas, picture.schema(table.schema()).without(table.name())));
    }

    /** Puts a table in the place of one: with another version, name or number. Entries that nobody has any more become garbage. */
    public synchronized void replaceTable(TableInfo old, TableInfo changed) {
        SchemaInfo target = picture.schema(changed.schema());
        boolean renamed = !old.schema().equals(changed.schema()) || !old.name().equals(changed.name());
        if (renamed && target.tables().containsKey(changed.name())) {
            throw SqlErrors.of(1050, "42S01", "Table '" + changed.name() + "' already exists");
        }
        StoreBatch batch = new StoreBatch();
        batch.require(KeySpace.CATALOG, idKey('T', old.id()), RecordCodec.encode(old));
        if (old.id() != changed.id()) {
            drop(batch, old);
        } else {
            for (IndexInfo index : old.indexes()) {
                if (changed.indexes().stream().noneMatch(each -> each.id() == index.id())) {
                    markGarbage(batch, new Garbage(false, index.id()));
                }
            }
        }
        commit(batch.put(KeySpace.CATALOG, idKey('T', changed.id()), RecordCodec.encode(changed)));
        swap(schemas -> {
            schemas.computeIfPresent(old.schema(), (name, schema) -> schema.without(old.name()));
            schemas.computeIfPresent(changed.schema(), (name, schema) -> schema.with(changed));
            return schemas;
        });
    }

    /** Gives so many ids for tables and indexes: the first of them. */
    public synchronized long takeIds(int count) {
        byte[] old = store.get(KeySpace.CATALOG, NEXT_ID);
        long next = old == null ? 1 : ByteBuffer.wrap(old).getLong();
        byte[] changed = ByteBuffer.allocate(Long.BYTES).putLong(next + count).array();
        commit(new StoreBatch().require(KeySpace.CATALOG, NEXT_ID, old).put(KeySpace.CATALOG, NEXT_ID, changed));
        return next;
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
    public synchronized void addGarbage(Garbage garbage) {
        StoreBatch batch = new StoreBatch();
        markGarbage(batch, garbage);
        commit(batch);
    }

    public synchronized void removeGarbage(Garbage garbage) {
        commit(new StoreBatch().delete(KeySpace.CATALOG, idKey('G', garbage.id())));
    }

    // ---- inside ----

    private static void drop(StoreBatch batch, TableInfo table) {
        batch.delete(KeySpace.CATALOG, idKey('T', table.id()));
        batch.delete(KeySpace.CATALOG, Counters.key(table.id()));
        markGarbage(batch, new Garbage(true, table.id()));
        table.indexes().forEach(index -> markGarbage(batch, new Garbage(false, index.id())));
    }

    private static void markGarbage(StoreBatch batch, Garbage garbage) {
        batch.put(KeySpace.CATALOG, idKey('G', garbage.id()), new byte[] {(byte) (garbage.isTable() ? 'T' : 'I')});
    }

    private void commit(StoreBatch batch) {
        try {
            store.commit(batch).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void swap(UnaryOperator<Map<String, SchemaInfo>> change) {
        Map<String, SchemaInfo> schemas = change.apply(new TreeMap<>(picture.schemas()));
        picture = new Picture(picture.version() + 1, Collections.unmodifiableMap(schemas));
    }

    private static Map<String, SchemaInfo> put(Map<String, SchemaInfo> schemas, SchemaInfo schema) {
        schemas.put(schema.name(), schema);
        return schemas;
    }

    private static byte[] schemaKey(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + utf8.length).put((byte) 'S').put(utf8).array();
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

    private static SchemaInfo decodeSchema(byte[] key, byte[] value) {
        RecordCodec.checkFormat(value[0]);
        String name = new String(Arrays.copyOfRange(key, 1, key.length), StandardCharsets.UTF_8);
        return new SchemaInfo(name, new String(value, 1, value.length - 1, StandardCharsets.UTF_8), Map.of());
    }
}
