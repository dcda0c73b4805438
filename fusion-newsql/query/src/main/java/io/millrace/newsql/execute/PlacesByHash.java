package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.SortKey;
import io.millrace.newsql.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places of a file by hashes of what lies there: a file of its own, sorted by the hash, of which memory holds one entry of {@value #BLOCK}. Added first, then found. One
 * thread. Closed with the run.
 */
final class PlacesByHash {

    private static final int BLOCK = 128;
    private static final List<SortKey> BY_HASH = List.of(new SortKey(Expression.slot(SqlType.BIGINT, false, 0), false));
    private static final int BLOCK_BYTES = Integer.BYTES + Long.BYTES;

    private final Execution execution;
    private final Frame frame;
    private final Sorter sorter;
    private int[] firsts = new int[BLOCK];
    private long[] begins = new long[BLOCK];
    private int blocks;
    private SpillFile.@Nullable Reader reader;

    PlacesByHash(Execution execution) {
        this.execution = execution;
        this.frame = execution.newFrame(2);
        this.sorter = new Sorter(BY_HASH, execution, Long.MAX_VALUE);
    }

    void add(int hash, long place) {
        @Nullable Object[] entry = {(long) hash, place};
        frame.replaceSlots(entry);
        sorter.add(entry, frame);
    }

    /** All are there. */
    void finish() {
        SpillFile file = execution.newFile();
        sorter.sort();
        long count = 0;
        for (@Nullable Object[] entry = sorter.next(); entry != null; entry = sorter.next()) {
            execution.step();
            long begin = file.add(entry);
            if (count++ % BLOCK == 0) {
                begin(hash(entry), begin);
            }
        }
        sorter.close();
        file.flush();
        reader = file.read(0);
    }

    private static int hash(@Nullable Object[] entry) {
        return entry[0] instanceof Long hash ? hash.intValue() : 0;
    }

    private void begin(int hash, long begin) {
        if (blocks == firsts.length) {
            execution.hold((long) blocks * BLOCK_BYTES);
            firsts = Arrays.copyOf(firsts, 2 * blocks);
            begins = Arrays.copyOf(begins, 2 * blocks);
        }
        firsts[blocks] = hash;
        begins[blocks++] = begin;
    }

    /** The places of a hash, in the order in which they were added. */
    Walk find(int hash) {
        int low = 0;
        int high = blocks;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (firsts[middle] < hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // The last block that begins below the hash may have it at its end.
        return new Walk(hash, begins[Math.max(0, low - 1)]);
    }

    /** A walk over the places of one hash. */
    final class Walk {
        private final int hash;
        private long at;

        private Walk(int hash, long at) {
            this.hash = hash;
            this.at = at;
        }

        /** The next place; -1 at the end. */
        long next() {
            SpillFile.Reader entries = reader;
            if (entries == null) {
                throw new IllegalStateException("places are found before all were there");
            }
            entries.seek(at);
            for (@Nullable Object[] entry = entries.next(); entry != null; entry = entries.next()) {
                int found = hash(entry);
                if (found > hash) {
                    return -1;
                }
                if (found == hash && entry[1] instanceof Long place) {
                    at = entries.place();
                    return place;
                }
            }
            return -1;
        }
    }
}
