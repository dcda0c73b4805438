package io.millrace.newsql.definition;

import java.util.List;

/**
 * What a check of tables has looked at and found.
 *
 * @param claims entries of unique indexes that stand for their values alone
 * @param findings the first of them
 * @param findingCount all of them
 */
public record TableReport(
        long tables, long rows, long entries, long claims, List<Finding> findings, long findingCount) {

    /** What is wrong. */
    public enum Kind {
        /** A row that cannot be read. */
        ROW_DAMAGED,
        /** A row whose key is not that of its values. */
        ROW_MISPLACED,
        /** A row without its entry in an index. */
        ENTRY_MISSING,
        /** An entry that leads elsewhere than to the row whose values it has. */
        ENTRY_WRONG,
        /** An entry without a row, or of a row with other values. */
        ENTRY_ORPHANED,
        /** A row whose foreign key names a parent that is not there. */
        PARENT_MISSING,
        /** A table whose AUTO_INCREMENT would give a number that a row has. */
        NUMBER_BEHIND,
        /** Rows or entries of no table. */
        UNKNOWN
    }

    /**
     * One difference.
     *
     * @param table with its schema; empty for none
     * @param key of the row or entry, in hexadecimal
     * @param text a sentence
     */
    public record Finding(String table, Kind what, String key, String text) {}

    public boolean isClean() {
        return findingCount == 0;
    }
}
