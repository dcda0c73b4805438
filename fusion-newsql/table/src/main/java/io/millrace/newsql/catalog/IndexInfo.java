package io.millrace.newsql.catalog;

import java.util.List;

/**
 * An index.
 *
 * @param id its number in keys; of all tables, never used again; 0 for the primary key, which is the rows' own order
 */
public record IndexInfo(long id, String name, boolean unique, List<Part> parts, String comment) {

    public static final String PRIMARY = "PRIMARY";

    /**
     * One column of an index.
     *
     * @param ordinal of the column in the table, from 0
     * @param prefix characters or bytes of it that count; 0 for all
     */
    public record Part(int ordinal, int prefix, boolean descending) {}

    public boolean isPrimary() {
        return id == 0;
    }

    public IndexInfo withId(long newId) {
        return new IndexInfo(newId, name, unique, parts, comment);
    }

    public IndexInfo withName(String newName) {
        return new IndexInfo(id, newName, unique, parts, comment);
    }

    public IndexInfo withParts(List<Part> newParts) {
        return new IndexInfo(id, name, unique, newParts, comment);
    }
}
