package io.millrace.newsql.session;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.RowWriter;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps the rows that it is given, as texts with commas between. */
final class RowsOfOneCall implements ResultSink, RowWriter {

    private final List<String> rows = new ArrayList<>();
    private final List<String> row = new ArrayList<>();

    List<String> rows() {
        return rows;
    }

    @Override
    public void columns(List<ColumnDefinition> columns) {}

    @Override
    public RowWriter row() {
        return this;
    }

    @Override
    public void end(int warnings) {}

    @Override
    public void ok(long affectedRows, long lastInsertId, int warnings, String info) {}

    @Override
    public InputStream localInfile(String fileName) {
        throw new UnsupportedOperationException(fileName);
    }

    @Override
    public void end() {
        rows.add(String.join(",", row));
        row.clear();
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
        row.add(Arrays.toString(Arrays.copyOfRange(value, offset, offset + length)));
    }

    @Override
    public void putBytes(ByteBuffer value) {
        row.add(value.toString());
    }

    @Override
    public void putDate(long packed) {
        row.add(Long.toString(packed));
    }

    @Override
    public void putDateTime(long packed) {
        row.add(Long.toString(packed));
    }

    @Override
    public void putTime(long packed) {
        row.add(Long.toString(packed));
    }
}
