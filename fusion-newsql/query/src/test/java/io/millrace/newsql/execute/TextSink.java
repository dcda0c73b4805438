package io.millrace.newsql.execute;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.RowWriter;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keeps the rows of a result as text. */
final class TextSink implements ResultSink, RowWriter {

    final List<String> rows = new ArrayList<>();
    private final List<String> row = new ArrayList<>();
    private boolean begun;

    @Override
    public void columns(List<ColumnDefinition> columns) {
        if (begun) {
            throw new IllegalStateException("columns were given twice");
        }
        begun = true;
    }

    boolean begun() {
        return begun;
    }

    @Override
    public RowWriter row() {
        row.clear();
        return this;
    }

    @Override
    public void end() {
        rows.add(String.join(",", row));
    }

    @Override
    public void end(int warnings) {}

    @Override
    public void ok(long affectedRows, long lastInsertId, int warnings, String info) {
        throw new UnsupportedOperationException("a query has rows");
    }

    @Override
    public InputStream localInfile(String fileName) {
        throw new UnsupportedOperationException("no files here");
    }

    @Override
    public void putNull() {
        row.add("NULL");
    }

    @Override
    public void putLong(long value) {
        row.add(Long.toString(value));
    }

    @Override
    public void putUnsigned(long value) {
        row.add(Long.toUnsignedString(value));
    }

    @Override
    public void putDouble(double value) {
        row.add(Double.toString(value));
    }

    @Override
    public void putFloat(float value) {
        row.add(Float.toString(value));
    }

    @Override
    public void putDecimal(BigDecimal value) {
        row.add(value.toPlainString());
    }

    @Override
    public void putText(String value) {
        row.add(value);
    }

    @Override
    public void putBytes(byte[] value, int offset, int length) {
        row.add(new String(value, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void putBytes(ByteBuffer value) {
        row.add(StandardCharsets.UTF_8.decode(value.duplicate()).toString());
    }

    @Override
    public void putDate(long packed) {
        row.add("date " + packed);
    }

    @Override
    public void putDateTime(long packed) {
        row.add("datetime " + packed);
    }

    @Override
    public void putTime(long packed) {
        row.add("time " + packed);
    }
}
