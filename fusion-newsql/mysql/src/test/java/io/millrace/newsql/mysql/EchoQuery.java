package io.millrace.newsql.mysql;

import java.util.List;

/** A statement of {@link EchoSession}, prepared. */
record EchoQuery(String sql) implements PreparedQuery {
    static final List<ColumnDefinition> ROWS = List.of(EchoSession.number("id"), EchoSession.text("text"));

    @Override
    public int parameterCount() {
        return (int) sql.chars().filter(c -> c == '?').count();
    }

    @Override
    public List<ColumnDefinition> columns() {
        return sql.contains("rows ") ? ROWS : List.of();
    }

    @Override
    public boolean mayRunNow() {
        return sql.startsWith("now");
    }

    @Override
    public void close() {}

    /** The rows of {@code rows N}, from a cursor. */
    static final class Rows implements SqlCursor {
        private final int count;
        private int next;

        Rows(int count) {
            this.count = count;
        }

        @Override
        public List<ColumnDefinition> columns() {
            return ROWS;
        }

        @Override
        public boolean fetch(int rowsMax, RowSink rows) {
            for (int i = 0; i < rowsMax && next < count; i++) {
                RowWriter row = rows.row();
                row.putLong(next++);
                row.putText("x");
                row.end();
            }
            return next < count;
        }

        @Override
        public void close() {}
    }
}
