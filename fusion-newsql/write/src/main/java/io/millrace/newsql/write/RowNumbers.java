package io.millrace.newsql.write;

import io.millrace.newsql.catalog.Counters;

/**
 * The numbers of AUTO_INCREMENT that one statement gives its rows.
 *
 * <p>They are reserved by portions, as InnoDB does: all at once where the statement says how many rows it has, so that they follow each other; else one, two, four and so on, as
 * long as rows come. A row that is refused or updates another gives its number to the next; what is left of a portion is lost. One thread.
 */
final class RowNumbers {

    /** The largest portion of a statement that does not say how many rows it has. */
    private static final int PORTION_MAX = 65_535;

    private final Counters counters;
    private final long table;
    private int portion;
    private long next;
    private long end;

    /** @param rows how many there will be at most; 0 if that is not known */
    RowNumbers(Counters counters, long table, int rows) {
        this.counters = counters;
        this.table = table;
        this.portion = Math.max(1, rows);
    }

    /** The next number. @throws io.millrace.newsql.mysql.SqlException 1467 if there is none */
    long take() {
        if (next >= end) {
            next = counters.take(table, portion);
            end = next + portion;
            portion = Math.min(PORTION_MAX, portion * 2);
        }
        return next++;
    }

    /** Takes back the number that was given last. */
    void giveBack(long number) {
        next = number;
    }

    /** The statement gives a row this number itself: those to come are above it. */
    void passed(long number) {
        if (number > 0) {
            counters.raise(table, number);
            if (next > 0 && number >= next) {
                next = number + 1;
            }
        }
    }
}
