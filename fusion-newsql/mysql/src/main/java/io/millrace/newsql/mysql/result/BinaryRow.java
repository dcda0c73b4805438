package io.millrace.newsql.mysql.result;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ColumnType;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;

/**
 * A row of the binary protocol.
 *
 * <pre>
 *  | 00 | NULL bits, from bit 2 | value | value | …          a NULL has no value
 * </pre>
 */
final class BinaryRow extends Row {
    private static final int NULL_BIT_FIRST = 2;
    private static final int DATE_BYTES = 4;
    private static final int DATE_TIME_BYTES = 7;
    private static final int TIME_BYTES = 8;
    private static final int MICROS_BYTES = 4;
    private static final int HOURS_A_DAY = 24;

    /** Where the NULL bits begin; absolute, so it holds while the buffer grows. */
    private int bitsAt;

    BinaryRow(PacketWriter packets, Charset charset, int bytesMax) {
        super(packets, charset, bytesMax);
    }

    @Override
    void onBegin(ByteBuf out) {
        out.writeByte(0);
        bitsAt = out.writerIndex();
        out.writeZero((count() + NULL_BIT_FIRST + 7) / 8);
    }

    @Override
    public void putNull() {
        nextColumn();
        ByteBuf out = out();
        int bit = index() + NULL_BIT_FIRST;
        int at = bitsAt + bit / 8;
        out.setByte(at, out.getByte(at) | 1 << bit % 8);
    }

    @Override
    public void putLong(long value) {
        putInteger(value, false);
    }

    @Override
    public void putUnsigned(long value) {
        putInteger(value, true);
    }

    private void putInteger(long value, boolean isUnsigned) {
        ColumnDefinition column = nextColumn();
        ByteBuf out = out();
        switch (column.type()) {
            case TINY, BOOL -> out.writeByte((int) value);
            case SHORT, YEAR -> out.writeShortLE((int) value);
            case LONG, INT24 -> out.writeIntLE((int) value);
            case LONGLONG -> out.writeLongLE(value);
            case FLOAT -> out.writeFloatLE((float) toDouble(value, isUnsigned));
            case DOUBLE -> out.writeDoubleLE(toDouble(value, isUnsigned));
            default -> {
                requireText(column, "an integer");
                writeLongText(column, value, isUnsigned);
            }
        }
    }

    private static double toDouble(long value, boolean isUnsigned) {
        return isUnsigned && value < 0 ? (double) (value >>> 1) * 2 : (double) value;
    }

    @Override
    public void putDouble(double value) {
        ColumnDefinition column = nextColumn();
        switch (column.type()) {
            case FLOAT -> out().writeFloatLE((float) value);
            case DOUBLE -> out().writeDoubleLE(value);
            default -> {
                requireText(column, "a double");
                writeDoubleText(column, value);
            }
        }
    }

    @Override
    public void putFloat(float value) {
        ColumnDefinition column = nextColumn();
        switch (column.type()) {
            case FLOAT -> out().writeFloatLE(value);
            case DOUBLE -> out().writeDoubleLE(value);
            default -> {
                requireText(column, "a float");
                writeFloatText(column, value);
            }
        }
    }

    @Override
    public void putDecimal(BigDecimal value) {
        requireText(nextColumn(), "a decimal");
        writeDecimalText(value);
    }

    @Override
    public void putText(String value) {
        requireText(nextColumn(), "a text");
        writeText(value);
    }

    @Override
    public void putBytes(byte[] value, int offset, int length) {
        requireText(nextColumn(), "bytes");
        writeBytes(value, offset, length);
    }

    @Override
    public void putBytes(ByteBuffer value) {
        requireText(nextColumn(), "bytes");
        writeBytes(value);
    }

    @Override
    public void putDate(long packed) {
        ColumnDefinition column = nextColumn();
        switch (column.type()) {
            case DATE, NEWDATE, DATETIME, TIMESTAMP -> writeDate(packed);
            default -> {
                requireText(column, "a date");
                writeDateText(packed);
            }
        }
    }

    private void writeDate(long date) {
        ByteBuf out = out();
        out.writeByte(date == 0 ? 0 : DATE_BYTES);
        if (date != 0) {
            writeDateFields(out, date);
        }
    }

    private static void writeDateFields(ByteBuf out, long date) {
        out.writeShortLE(PackedTemporal.yearOf(date));
        out.writeByte(PackedTemporal.monthOf(date));
        out.writeByte(PackedTemporal.dayOf(date));
    }

    @Override
    public void putDateTime(long packed) {
        ColumnDefinition column = nextColumn();
        switch (column.type()) {
            case DATETIME, TIMESTAMP -> writeDateTime(packed);
            case DATE, NEWDATE -> writeDate(PackedTemporal.dateOf(packed));
            default -> {
                requireText(column, "a datetime");
                writeDateTimeText(column, packed);
            }
        }
    }

    /** The length tells which fields are left out because they are zero. */
    private void writeDateTime(long packed) {
        long date = PackedTemporal.dateOf(packed);
        int hour = PackedTemporal.hourOf(packed);
        int minute = PackedTemporal.minuteOf(packed);
        int second = PackedTemporal.secondOf(packed);
        int micros = PackedTemporal.microsOf(packed);
        if ((hour | minute | second | micros) == 0) {
            writeDate(date);
            return;
        }
        ByteBuf out = out();
        out.writeByte(micros == 0 ? DATE_TIME_BYTES : DATE_TIME_BYTES + MICROS_BYTES);
        writeDateFields(out, date);
        out.writeByte(hour).writeByte(minute).writeByte(second);
        if (micros != 0) {
            out.writeIntLE(micros);
        }
    }

    @Override
    public void putTime(long packed) {
        ColumnDefinition column = nextColumn();
        if (column.type() != ColumnType.TIME) {
            requireText(column, "a time");
            writeTimeText(column, packed);
            return;
        }
        ByteBuf out = out();
        if (packed == 0) {
            out.writeByte(0);
            return;
        }
        int micros = PackedTemporal.microsOf(packed);
        int hours = PackedTemporal.hoursOf(packed);
        out.writeByte(micros == 0 ? TIME_BYTES : TIME_BYTES + MICROS_BYTES);
        out.writeByte(packed < 0 ? 1 : 0);
        out.writeIntLE(hours / HOURS_A_DAY);
        out.writeByte(hours % HOURS_A_DAY);
        out.writeByte(PackedTemporal.minuteOf(packed)).writeByte(PackedTemporal.secondOf(packed));
        if (micros != 0) {
            out.writeIntLE(micros);
        }
    }

    /** Refuses a value that the column's type has no bytes for: the client would read the rest of the row wrongly. */
    private static void requireText(ColumnDefinition column, String what) {
        switch (column.type()) {
            case TINY,
                    BOOL,
                    SHORT,
                    YEAR,
                    LONG,
                    INT24,
                    LONGLONG,
                    FLOAT,
                    DOUBLE,
                    DATE,
                    NEWDATE,
                    TIME,
                    DATETIME,
                    TIMESTAMP,
                    NULL -> throw new IllegalStateException(
                    "row: " + what + " put into column '" + column.name() + "' of type " + column.type());
            default -> {}
        }
    }
}
