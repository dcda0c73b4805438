package io.millrace.benchmark.newsql.drive;

import java.util.List;

/**
 * A statement of a workload.
 *
 * @param text with {@code %d} for the number of the table and {@code ?} for the arguments
 * @param rows how many rows its answer has; {@link #NO_ROWS} for a statement that answers with OK, {@link #SOME} for one or more
 */
record SqlStatement(String text, List<Argument> arguments, int rows) {

    static final int NO_ROWS = -1;
    static final int SOME = -2;

    /** Rows of a range of {@code BETWEEN ? AND ?}. */
    static final int RANGE = 100;

    /** What is put in the place of a question mark. */
    enum Argument {
        /** An id that is there. */
        ID,
        /** An id that has {@link #RANGE} rows from it on. */
        FROM,
        /** The last id of the range that {@link #FROM} began. */
        TO,
        K,
        C,
        PAD
    }

    boolean isOfTable() {
        return text.contains("%d");
    }

    /** The text for one table, numbered from 1. */
    String of(int table) {
        return text.replace("%d", Integer.toString(table));
    }
}
