package io.millrace.newsql.transaction;

import io.millrace.newsql.storage.EntryCursor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a transaction has written to one area, on top of what was committed. One thread. */
final class Overlay {

    /** Bytes that one write costs beside its key and value. */
    private static final int WRITE_BYTES = 120;

    /**
     * A written key.
     *
     * @param before the committed value that it stands on
     * @param after null if removed
     * @param follows whether it stands on a row that the transaction has locked, and not on a value of its own
     */
    record Write(long owner, int schemaVersion, byte @Nullable [] before, byte @Nullable [] after, boolean follows) {

        /** Whether nothing is there afterwards that was not there before. */
        boolean isNothing() {
            return !follows && before == null && after == null;
        }
    }

    private record Undo(byte[] key, @Nullable Write old) {}

    private final NavigableMap<byte[], Write> writes = new TreeMap<>(Arrays::compareUnsigned);
    private final Deque<Undo> undos = new ArrayDeque<>();
    private long bytes;

    NavigableMap<byte[], Write> writes() {
        return writes;
    }

    @Nullable
    Write find(byte[] key) {
        return writes.isEmpty() ? null : writes.get(key);
    }

    void put(byte[] key, Write write) {
        Write old = writes.put(key, write);
        undos.push(new Undo(key, old));
        bytes += WRITE_BYTES + key.length + length(write.before()) + length(write.after());
    }

    private static int length(byte @Nullable [] value) {
        return value == null ? 0 : value.length;
    }

    /** About what it costs in memory; undone writes count on. */
    long bytes() {
        return bytes;
    }

    /** Where undoing can go back to. */
    int mark() {
        return undos.size();
    }

    void undoTo(int mark) {
        while (undos.size() > mark) {
            Undo undo = undos.pop();
            if (undo.old() == null) {
                writes.remove(undo.key());
            } else {
                writes.put(undo.key(), undo.old());
            }
        }
    }

    /** The committed entries with the written ones in their places. Takes the cursor. */
    EntryCursor merge(EntryCursor committed, byte[] from, byte @Nullable [] to, boolean backwards) {
        NavigableMap<byte[], Write> range =
                to == null ? writes.tailMap(from, true) : writes.subMap(from, true, to, false);
        return range.isEmpty()
                ? committed
                : new Merged(committed, backwards ? range.descendingMap() : range, backwards);
    }

    /** Steps by key, not by iterator: the statement that scans may write. */
    private static final class Merged implements EntryCursor {
        private final EntryCursor committed;
        private final NavigableMap<byte[], Write> written;
        private final boolean backwards;
        private byte @Nullable [] committedKey;
        private Map.@Nullable Entry<byte[], Write> next;
        private boolean started;
        private byte[] key = {};
        private byte[] value = {};

        Merged(EntryCursor committed, NavigableMap<byte[], Write> written, boolean backwards) {
            this.committed = committed;
            this.written = written;
            this.backwards = backwards;
        }

        @Override
        public boolean next() {
            if (!started) {
                started = true;
                committedKey = committed.next() ? committed.key() : null;
                next = written.firstEntry();
            }
            while (true) {
                byte[] left = committedKey;
                Map.Entry<byte[], Write> right = next;
                if (left == null && right == null) {
                    return false;
                }
                if (left != null && (right == null || compare(left, right.getKey()) < 0)) {
                    key = left;
                    value = committed.value();
                    stepCommitted();
                    return true;
                }
                if (right != null && takeWritten(right)) {
                    return true;
                }
            }
        }

        /** Whether a written key is there, and not removed; the committed one of the same key is passed. */
        private boolean takeWritten(Map.Entry<byte[], Write> right) {
            if (committedKey != null && compare(committedKey, right.getKey()) == 0) {
                stepCommitted();
            }
            next = written.higherEntry(right.getKey());
            byte[] after = right.getValue().after();
            if (after == null) {
                return false;
            }
            key = right.getKey();
            value = after;
            return true;
        }

        private void stepCommitted() {
            committedKey = committed.next() ? committed.key() : null;
        }

        private int compare(byte[] left, byte[] right) {
            int order = Arrays.compareUnsigned(left, right);
            return backwards ? -order : order;
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public byte[] value() {
            return value;
        }

        @Override
        public void close() {
            committed.close();
        }
    }
}
