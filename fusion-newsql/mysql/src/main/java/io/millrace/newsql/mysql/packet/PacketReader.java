package io.millrace.newsql.mysql.packet;

import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a message, each held against what is there.
 *
 * <p><b>Ownership</b>: borrows its buffer and moves its reader index. <b>Errors</b>: {@link FrameException} for a field that the bytes do not hold; no memory is taken for it.
 */
public final class PacketReader {
    /** First byte of a length-encoded number that stands for NULL. */
    public static final int NULL = 0xFB;

    private static final int TWO_BYTES = 0xFC;
    private static final int THREE_BYTES = 0xFD;
    private static final int EIGHT_BYTES = 0xFE;

    private final ByteBuf in;

    /** Reads from the reader index on. */
    public PacketReader(ByteBuf in) {
        this.in = in;
    }

    public boolean isReadable() {
        return in.isReadable();
    }

    public int readable() {
        return in.readableBytes();
    }

    public int readByte() {
        return require("byte", 1).readUnsignedByte();
    }

    public int readShort() {
        return require("16-bit number", 2).readUnsignedShortLE();
    }

    public int readInt() {
        return require("32-bit number", 4).readIntLE();
    }

    public long readLong() {
        return require("64-bit number", 8).readLongLE();
    }

    public void skip(int bytes) {
        require("filler", bytes).skipBytes(bytes);
    }

    /** A length-encoded number; one beyond {@link Integer#MAX_VALUE} is malformed, since here they are lengths and counts. */
    public int readLength() {
        int first = readByte();
        if (first < NULL) {
            return first;
        }
        return switch (first) {
            case TWO_BYTES -> require("length", 2).readUnsignedShortLE();
            case THREE_BYTES -> require("length", 3).readUnsignedMediumLE();
            case EIGHT_BYTES -> bounded(require("length", 8).readLongLE());
            default -> throw new FrameException("length", "first byte " + first, "below 251, or 252 to 254");
        };
    }

    private static int bounded(long length) {
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new FrameException("length", Long.toUnsignedString(length), "<= " + Integer.MAX_VALUE);
        }
        return (int) length;
    }

    public byte[] readBytes(int length) {
        byte[] bytes = new byte[checked("bytes", length)];
        in.readBytes(bytes);
        return bytes;
    }

    /** Bytes behind their length-encoded length. */
    public byte[] readLengthEncoded() {
        return readBytes(readLength());
    }

    /** Bytes up to a zero, which is skipped; all that is left if there is no zero. */
    public byte[] readZeroEnded() {
        int zero = in.bytesBefore((byte) 0);
        if (zero < 0) {
            return readRest();
        }
        byte[] bytes = readBytes(zero);
        in.skipBytes(1);
        return bytes;
    }

    public byte[] readRest() {
        return readBytes(in.readableBytes());
    }

    /** A view of the next bytes; borrowed from the message. */
    public ByteBuf readSlice(int length) {
        return in.readSlice(checked("slice", length));
    }

    /** The message, or null if it is read to its end. */
    public @Nullable ByteBuf rest() {
        return in.isReadable() ? in : null;
    }

    private ByteBuf require(String what, int bytes) {
        checked(what, bytes);
        return in;
    }

    private int checked(String what, int bytes) {
        if (bytes < 0 || bytes > in.readableBytes()) {
            throw new FrameException(what, bytes + " bytes", "<= " + in.readableBytes() + ", what is left");
        }
        return bytes;
    }
}
