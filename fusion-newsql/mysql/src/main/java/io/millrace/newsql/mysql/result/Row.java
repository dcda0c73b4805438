package io.millrace.newsql.mysql.result;

import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ColumnFlags;
import io.millrace.newsql.mysql.ColumnType;
import io.millrace.newsql.mysql.RowWriter;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.packet.LengthEncoded;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What rows of both protocols share: the place in the row, the limit, and values as text. */
abstract sealed class Row implements RowWriter permits TextRow, BinaryRow {
    private static final int YEAR_DIGITS = 4;
    private static final int LONG_DIGITS = 20;

    private final PacketWriter packets;
    private final Charset charset;
    private final int bytesMax;
    private final byte[] digits = new byte[LONG_DIGITS];
    private List<ColumnDefinition> columns = List.of();
    private int count;
    private int next;
    private @Nullable ByteBuf open;

    Row(PacketWriter packets, Charset charset, int bytesMax) {
        this.packets = packets;
        this.charset = charset;
        this.bytesMax = bytesMax;
    }

    /** Borrows: the columns, until those of another result are given. */
    final void columns(List<ColumnDefinition> of) {
        columns = of;
        count = of.size();
    }

    final int count() {
        return count;
    }

    final void begin() {
        if (open != null) {
            throw new IllegalStateException("row: begun again before its end, at column " + next);
        }
        next = 0;
        ByteBuf out = packets.begin();
        open = out;
        onBegin(out);
    }

    void onBegin(ByteBuf out) {}

    /** Forgets a row that was begun. */
    final void abandon() {
        if (open != null) {
            open = null;
            packets.undo();
        }
    }

    final boolean isOpen() {
        return open != null;
    }

    @Override
    public final void end() {
        if (next != count) {
            throw new IllegalStateException("row: ended after " + next + " columns (expected: " + count + ")");
        }
        require(0);
        open = null;
        packets.end();
    }

    @Override
    public final void putUtf8(byte[] value, int offset, int length) {
        if (charset.equals(StandardCharsets.UTF_8)) {
            putBytes(value, offset, length);
        } else {
            putText(new String(value, offset, length, StandardCharsets.UTF_8));
        }
    }

    /** The column that is put now; the next call is about the one after it. */
    final ColumnDefinition nextColumn() {
        if (next == count) {
            throw new IllegalStateException("row: more values than its " + count + " columns");
        }
        return columns.get(next++);
    }

    /** From 0: the column that {@link #nextColumn} gave last. */
    final int index() {
        return next - 1;
    }

    final ByteBuf out() {
        ByteBuf out = open;
        if (out == null) {
            throw new IllegalStateException("row: not begun");
        }
        return out;
    }

    /** Holds the row against the limit before memory is taken for {@code more} bytes. */
    final void require(int more) {
        long length = (long) packets.payloadBytes() + more;
        if (length > bytesMax) {
            throw new SqlException(
                    1153,
                    "08S01",
                    "Got a packet bigger than 'max_allowed_packet' bytes: row of " + length + " bytes (expected: <= "
                            + bytesMax + ")");
        }
    }

    // ---- values as text behind their length ----

    final void writeLongText(ColumnDefinition column, long value, boolean isUnsigned) {
        ByteBuf out = out();
        int start = isUnsigned && value < 0 ? unsignedDigits(value) : signedDigits(value);
        int length = LONG_DIGITS - start;
        int zeros = Math.max(leastDigits(column) - length, 0);
        LengthEncoded.writeNumber(out, (long) zeros + length);
        for (int i = 0; i < zeros; i++) {
            out.writeByte('0');
        }
        out.writeBytes(digits, start, length);
    }

    /** How many a number of the column shows at least. */
    private static int leastDigits(ColumnDefinition column) {
        if (column.type() == ColumnType.YEAR) {
            return YEAR_DIGITS;
        }
        return column.has(ColumnFlags.ZEROFILL) ? (int) Math.min(column.length(), 255) : 0;
    }

    private int signedDigits(long value) {
        int at = LONG_DIGITS;
        long rest = value;
        do {
            digits[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            digits[--at] = '-';
        }
        return at;
    }

    private int unsignedDigits(long value) {
        long tens = Long.divideUnsigned(value, 10);
        digits[LONG_DIGITS - 1] = (byte) ('0' + (value - tens * 10));
        int at = LONG_DIGITS - 1;
        for (long rest = tens; rest != 0; rest /= 10) {
            digits[--at] = (byte) ('0' + rest % 10);
        }
        return at;
    }

    final void writeDoubleText(ColumnDefinition column, double value) {
        LengthEncoded.writeAscii(
                out(), isFloating(column) ? DoubleText.of(value) : DoubleText.fixed(value, column.decimals()));
    }

    final void writeFloatText(ColumnDefinition column, float value) {
        LengthEncoded.writeAscii(
                out(), isFloating(column) ? DoubleText.of(value) : DoubleText.fixed(value, column.decimals()));
    }

    private static boolean isFloating(ColumnDefinition column) {
        return column.decimals() >= ColumnDefinition.DECIMALS_FLOATING;
    }

    final void writeDecimalText(BigDecimal value) {
        LengthEncoded.writeAscii(out(), value.toPlainString());
    }

    final void writeText(String value) {
        require(value.length());
        if (charset == StandardCharsets.UTF_8) {
            LengthEncoded.writeText(out(), value);
        } else {
            byte[] bytes = value.getBytes(charset);
            writeBytes(bytes, 0, bytes.length);
        }
    }

    final void writeBytes(byte[] value, int offset, int length) {
        require(length);
        ByteBuf out = out();
        out.ensureWritable(LengthEncoded.LENGTH_BYTES_MAX + length);
        LengthEncoded.writeNumber(out, length);
        out.writeBytes(value, offset, length);
    }

    final void writeBytes(ByteBuffer value) {
        require(value.remaining());
        ByteBuf out = out();
        out.ensureWritable(LengthEncoded.LENGTH_BYTES_MAX + value.remaining());
        LengthEncoded.writeNumber(out, value.remaining());
        out.writeBytes(value.duplicate());
    }

    /** A date, 10 characters. */
    final void writeDateText(long packed) {
        ByteBuf out = out();
        out.writeByte(10);
        TemporalText.writeDate(out, packed);
    }

    final void writeDateTimeText(ColumnDefinition column, long packed) {
        ByteBuf out = out();
        int at = out.writerIndex();
        out.writeByte(0);
        TemporalText.writeDateTime(out, packed, column.decimals());
        out.setByte(at, out.writerIndex() - at - 1);
    }

    final void writeTimeText(ColumnDefinition column, long packed) {
        ByteBuf out = out();
        int at = out.writerIndex();
        out.writeByte(0);
        TemporalText.writeTime(out, packed, column.decimals());
        out.setByte(at, out.writerIndex() - at - 1);
    }
}
