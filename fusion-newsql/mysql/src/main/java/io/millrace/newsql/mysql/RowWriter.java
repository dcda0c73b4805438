package io.millrace.newsql.mysql;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes the values of a row, one call a column, in the order of the columns, in the text or binary protocol.
 *
 * <p>A value goes out as the column's type says: a number put into a column of a text type goes out as its text. <b>Ownership</b>: arguments are copied before a call
 * returns. <b>Threads</b>: the worker of the call. <b>Errors</b>: {@link IllegalStateException} for too many or too few columns, {@link SqlException} 1153 for a row
 * longer than {@code max_allowed_packet}.
 */
public interface RowWriter {

    void putNull();

    /** An integer, YEAR; for an unsigned column at most {@link Long#MAX_VALUE}. */
    void putLong(long value);

    /** All 64 bits as an unsigned integer. */
    void putUnsigned(long value);

    void putDouble(double value);

    void putFloat(float value);

    void putDecimal(BigDecimal value);

    /** Text, in the charset of the session's results; for texts, ENUM, SET, JSON. */
    void putText(String value);

    /** Text that is UTF-8 already, which is what most clients want. */
    default void putUtf8(byte[] value, int offset, int length) {
        putText(new String(value, offset, length, StandardCharsets.UTF_8));
    }

    /** Bytes as they are: for binary columns and BIT, and for text that is already in the charset of the session's results. */
    default void putBytes(byte[] value) {
        putBytes(value, 0, value.length);
    }

    /** Part of an array. */
    void putBytes(byte[] value, int offset, int length);

    /** The remaining bytes of {@code value}, whose position stays. */
    void putBytes(ByteBuffer value);

    /** A DATE in the layout of {@link io.millrace.newsql.encoding.PackedTemporal}. */
    void putDate(long packed);

    /** A DATETIME or TIMESTAMP (in the session's time zone) in that layout, with as many digits of the fraction as the column has decimals. */
    void putDateTime(long packed);

    /** A TIME in that layout, with as many digits of the fraction as the column has decimals. */
    void putTime(long packed);

    /** Ends the row: all columns were put. */
    void end() throws SqlException;
}
