package io.millrace.newsql.execute;

/** A walk over the rows of a table as they lie in the storage. One thread. Must be closed. */
interface StoredRows extends AutoCloseable {

    /** No rows at all. */
    StoredRows NONE = new FewRows(0);

    boolean next();

    /** The row's bytes; lent until the next step. */
    byte[] row();

    /** Whether the conditions that the path is made of hold for every row. */
    boolean decided();

    @Override
    void close();

    /** One row of nothing, for a query without tables. */
    static StoredRows single() {
        return new FewRows(1);
    }

    /** The rows of a cursor, which it takes. */
    static StoredRows of(TableCursor cursor) {
        return new Walked(cursor);
    }

    /** A cursor's rows, not decoded. */
    record Walked(TableCursor cursor) implements StoredRows {

        @Override
        public boolean next() {
            return cursor.nextRow();
        }

        @Override
        public byte[] row() {
            return cursor.row();
        }

        @Override
        public boolean decided() {
            return cursor.decided();
        }

        @Override
        public void close() {
            cursor.close();
        }
    }

    /** Rows without bytes. */
    final class FewRows implements StoredRows {
        private static final byte[] EMPTY = {};
        private final int count;
        private int given;

        private FewRows(int count) {
            this.count = count;
        }

        @Override
        public boolean next() {
            return given++ < count;
        }

        @Override
        public byte[] row() {
            return EMPTY;
        }

        @Override
        public boolean decided() {
            return true;
        }

        @Override
        public void close() {}
    }
}
