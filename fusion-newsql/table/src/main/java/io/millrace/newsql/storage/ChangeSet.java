package io.millrace.newsql.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction changes.
 *
 * @param transaction its number, for the event
 * @param micros when it was committed, since 1970
 * @param rows in the order of their keys, one change a row at most
 * @param entries of indexes
 */
public record ChangeSet(long transaction, long micros, List<Change> rows, List<Change> entries) {

    /** Schema version of rows that no event tells of: those of temporary tables. */
    public static final int UNTOLD = 0;

    /**
     * A key from one value to another.
     *
     * @param owner table of a row, index of an entry
     * @param schemaVersion of the row's table when it was written, from 1; or {@link #UNTOLD}
     * @param before what must be the newest value, null for none; of no meaning if it follows
     * @param after null to remove it
     * @param follows an entry that is its row's alone: whatever its newest value is, it stands or falls with the row, which whoever writes the entry has locked
     */
    public record Change(
            long owner,
            int schemaVersion,
            byte[] key,
            byte @Nullable [] before,
            byte @Nullable [] after,
            boolean follows) {

        /** One that stands on a value. */
        public Change(long owner, int schemaVersion, byte[] key, byte @Nullable [] before, byte @Nullable [] after) {
            this(owner, schemaVersion, key, before, after, false);
        }
    }

    public boolean isEmpty() {
        return rows.isEmpty() && entries.isEmpty();
    }
}
