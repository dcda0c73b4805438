package io.millrace.newsql.catalog;

import io.millrace.newsql.change.EventWriter;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreView;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Records of the catalog for who follows their changes: what they say, and the event of a commit that changes some. */
public final class CatalogRecords {

    /** Kinds that are told of. */
    private static final String TOLD = "STWUA";

    /** The same, where a mark of garbage goes because what it marked is gone, and not because it is used. */
    private static final String TOLD_AND_GONE = "STWUAG";

    private CatalogRecords() {}

    /** The table of a record of kind T. */
    public static TableInfo table(byte[] record) {
        return RecordCodec.decodeTable(record);
    }

    /** The view of a record of kind W. */
    public static ViewInfo view(byte[] record) {
        return ConstraintCodec.decodeView(record);
    }

    /** The schema of a record of kind S, without tables. */
    public static SchemaInfo schema(byte[] key, byte[] record) {
        return Catalog.decodeSchema(key, record);
    }

    /** The number in the key of a record of kind T, A or G: of kind A the table's, below 0 for its hidden row ids. */
    public static long number(byte[] key) {
        return ByteBuffer.wrap(key, 1, Long.BYTES).getLong();
    }

    /**
     * Commits changes of records, with the event that tells what they were and become.
     *
     * @param transaction number for the event
     * @return as {@link OrderedStore#commit(StoreBatch)}
     */
    public static CompletionStage<Long> commit(OrderedStore store, StoreBatch batch, long transaction) {
        return store.commit(newest -> tell(newest, batch, transaction, TOLD), bytesOf(batch));
    }

    /** Commits that all rows of a number are gone. */
    static CompletionStage<Long> commitGone(OrderedStore store, StoreBatch batch, long transaction) {
        return store.commit(newest -> tell(newest, batch, transaction, TOLD_AND_GONE), bytesOf(batch));
    }

    private static StoreBatch tell(StoreView newest, StoreBatch batch, long transaction, String told) {
        long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        EventWriter event = EventWriter.ofDefinitions(transaction, micros);
        for (StoreBatch.Write write : batch.writes()) {
            byte[] key = write.key();
            if (write.space() == KeySpace.CATALOG && told.indexOf(key[0]) >= 0) {
                byte[] before = newest.get(KeySpace.CATALOG, key);
                if (before != null || write.value() != null) {
                    event.record(key, before, write.value());
                }
            }
        }
        return event.isEmpty() ? batch : batch.event(event.toBytes());
    }

    private static long bytesOf(StoreBatch batch) {
        return batch.writes().stream()
                .map(StoreBatch.Write::value)
                .filter(Objects::nonNull)
                .mapToLong(value -> value.length)
                .sum();
    }
}
