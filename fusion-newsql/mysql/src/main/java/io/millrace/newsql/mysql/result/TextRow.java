package io.millrace.newsql.mysql.result;

import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.newsql.mysql.packet.PacketWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;

/** A row of the text protocol: each value as its text behind its length. */
final class TextRow extends Row {

    TextRow(PacketWriter packets, Charset charset, int bytesMax) {
        super(packets, charset, bytesMax);
    }

    @Override
    public void putNull() {
        nextColumn();
        out().writeByte(PacketReader.NULL);
    }

    @Override
    public void putLong(long value) {
        writeLongText(nextColumn(), value, false);
    }

    @Override
    public void putUnsigned(long value) {
        writeLongText(nextColumn(), value, true);
    }

    @Override
    public void putDouble(double value) {
        writeDoubleText(nextColumn(), value);
    }

    @Override
    public void putFloat(float value) {
        writeFloatText(nextColumn(), value);
    }

    @Override
    public void putDecimal(BigDecimal value) {
        nextColumn();
        writeDecimalText(value);
    }

    @Override
    public void putText(String value) {
        nextColumn();
        writeText(value);
    }

    @Override
    public void putBytes(byte[] value, int offset, int length) {
        nextColumn();
        writeBytes(value, offset, length);
    }

    @Override
    public void putBytes(ByteBuffer value) {
        nextColumn();
        writeBytes(value);
    }

    @Override
    public void putDate(long packed) {
        nextColumn();
        writeDateText(packed);
    }

    @Override
    public void putDateTime(long packed) {
        writeDateTimeText(nextColumn(), packed);
    }

    @Override
    public void putTime(long packed) {
        writeTimeText(nextColumn(), packed);
    }
}
