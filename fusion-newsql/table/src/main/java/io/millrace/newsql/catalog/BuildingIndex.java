package io.millrace.newsql.catalog;

/**
 * An index on its way to be used: nobody reads it, writes of rows keep it up as far as its state says.
 *
 * <pre>
 *  absent ─► DELETE_ONLY ─► WRITE_ONLY ─► (filled from the rows) ─► public: one of the table's indexes
 * </pre>
 *
 * Between two neighbouring states servers that still write by the older one do no harm: what they leave out, the newer does not rely on yet.
 */
public record BuildingIndex(IndexInfo index, State state) {

    /** How far it is; the ordinals are in records. */
    public enum State {
        /** Entries are removed with their rows, and none are made. */
        DELETE_ONLY,
        /** Entries are made and removed; those of older rows are missing. */
        WRITE_ONLY
    }
}
