package io.millrace.newsql.catalog;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.type.SqlErrors;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The numbers of AUTO_INCREMENT columns and of rows without a key, taken from the store by ranges.
 *
 * <p>A range is written before a number of it is used, and the store applies commits in their order: no row is on the device whose number could be given again. What is
 * left of a range is lost when the process ends. <b>Threads.</b> Safe.
 */
public final class Counters {

    /** Numbers a write of the store: a lost tail is small, and a write is rare. */
    private static final int RANGE = 1000;

    private final OrderedStore store;
    private final LongSupplier transactions;
    private final ConcurrentHashMap<Long, Counter> counters = new ConcurrentHashMap<>();

    /** @param transactions numbers for those that take a range */
    public Counters(OrderedStore store, LongSupplier transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    /** Gives the first of so many numbers in a row, from 1. */
    public long take(long table, int count) {
        return of(table).take(count);
    }

    /** A number for a row of a table without a primary key. */
    public long takeRow(long table) {
        return of(rows(table)).take(1);
    }

    /** Beside the table's AUTO_INCREMENT, whose numbers statements may choose themselves. */
    private static long rows(long table) {
        return -table;
    }

    /** The number that is given next, be it smaller than those that were given. Waits until it is on the device. */
    public void set(long table, long next) {
        Catalog.join(of(table).set(next));
    }

    /** Numbers given from now on are above this one. */
    public void raise(long table, long used) {
        of(table).raise(used);
    }

    /** The number that would be given next. */
    public long peek(long table) {
        return of(table).peek();
    }

    public void forget(long table) {
        counters.remove(table);
        counters.remove(rows(table));
    }

    /** The number that the table goes on with after a restart, as a snapshot of the store has it. */
    public static long next(StoreSnapshot snapshot, long table) {
        byte[] stored = snapshot.get(KeySpace.CATALOG, key(table));
        return stored == null ? 1 : ByteBuffer.wrap(stored).getLong();
    }

    /** What the store keeps of a table. */
    static List<byte[]> keys(long table) {
        return List.of(key(table), key(rows(table)));
    }

    private Counter of(long table) {
        return counters.computeIfAbsent(table, Counter::new);
    }

    static byte[] key(long table) {
        return Catalog.idKey('A', table);
    }

    private final class Counter {
        private final byte[] key;
        private long next;
        private long end;

        Counter(long table) {
            key = key(table);
            byte[] stored = store.get(KeySpace.CATALOG, key);
            next = stored == null ? 1 : ByteBuffer.wrap(stored).getLong();
            end = next;
        }

        synchronized long take(int count) {
            if (next > Long.MAX_VALUE - count) {
                throw SqlErrors.of(1467, "HY000", "Failed to read auto-increment value from storage engine");
            }
            if (next + count > end) {
                extend(next + count > Long.MAX_VALUE - RANGE ? Long.MAX_VALUE : next + count + RANGE);
            }
            long first = next;
            next += count;
            return first;
        }

        synchronized void raise(long used) {
            if (used < next) {
                return;
            }
            if (used >= end) {
                extend(used >= Long.MAX_VALUE - RANGE ? Long.MAX_VALUE : used + 1 + RANGE);
            }
            next = used == Long.MAX_VALUE ? used : used + 1; // the highest number is never given
        }

        synchronized CompletionStage<Long> set(long value) {
            CompletionStage<Long> done = extend(value);
            next = value;
            return done;
        }

        synchronized long peek() {
            return next;
        }

        /** Takers do not wait for it: whatever is committed with a number of the range comes behind it in the log. */
        private CompletionStage<Long> extend(long newEnd) {
            byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(newEnd).array();
            StoreBatch batch = new StoreBatch().put(KeySpace.CATALOG, key, value);
            CompletionStage<Long> done = CatalogRecords.commit(store, batch, transactions.getAsLong());
            if (done.toCompletableFuture().isCompletedExceptionally()) {
                Catalog.join(done); // refused at once: no number of the range is given
            }
            end = newEnd;
            done.whenComplete((position, failure) -> {
                if (failure != null) {
                    lost();
                }
            });
            return done;
        }

        /** The range was not written: who comes next writes one. */
        private synchronized void lost() {
            end = next;
        }
    }
}
