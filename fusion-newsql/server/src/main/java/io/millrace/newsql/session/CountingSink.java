package io.millrace.newsql.session;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.RowWriter;
import java.io.InputStream;
import java.util.List;

/** Passes a result on and counts its rows. One statement. */
final class CountingSink implements ResultSink {

    private final ResultSink out;
    private long rows;
    private long affected;

    CountingSink(ResultSink out) {
        this.out = out;
    }

    long rows() {
        return rows;
    }

    long affected() {
        return affected;
    }

    @Override
    public void columns(List<ColumnDefinition> columns) {
        out.columns(columns);
    }

    @Override
    public RowWriter row() {
        rows++;
        return out.row();
    }

    @Override
    public void end(int warnings) {
        out.end(warnings);
    }

    @Override
    public void ok(long affectedRows, long lastInsertId, int warnings, String info) {
        affected += affectedRows;
        out.ok(affectedRows, lastInsertId, warnings, info);
    }

    @Override
    public InputStream localInfile(String fileName) {
        return out.localInfile(fileName);
    }
}
