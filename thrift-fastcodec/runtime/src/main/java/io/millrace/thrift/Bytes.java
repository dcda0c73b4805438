package io.millrace.thrift;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.IllegalReferenceCountException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of Thrift's {@code binary}: bytes that do not change, as a range of an array or of a buffer.
 *
 * <p><b>Ownership.</b> {@link #wrap} shares the array, which its giver leaves alone from then on; {@link #copyOf} does not. {@link #lent} holds no reference to the
 * buffer, nor do bytes that {@link ThriftBinary#readShared} lends: they are of use as long as their owner keeps the memory, which goes further only as {@link #toBuffer()}.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link io.netty.util.IllegalReferenceCountException} where the lender has given the memory back and it is nobody's.
 */
public final class Bytes {
    private static final byte[] NONE = {};
    private static final Bytes EMPTY = new Bytes(NONE, 0, 0);

    /** Bytes shown by {@link #toString}; enough to know a value again, too few to fill a log. */
    private static final int SHOWN = 16;

    /** Where they lie; empty if they lie in a buffer that has no array. */
    private final byte[] array;

    /** In the array, or in the buffer if there is no array. */
    private final int offset;

    private final int length;

    /** What the memory belongs to, or null for an array of nobody's. */
    private final @Nullable ByteBuf lender;

    private Bytes(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.length = length;
        this.lender = null;
    }

    private Bytes(byte[] array, int offset, int length, ByteBuf lender) {
        this.array = array;
        this.offset = offset;
        this.length = length;
        this.lender = lender;
    }

    /** No bytes. */
    public static Bytes empty() {
        return EMPTY;
    }

    /** The whole array, shared. */
    public static Bytes wrap(byte[] array) {
        return new Bytes(array, 0, array.length);
    }

    /** {@code length} bytes of the array from {@code offset}, shared. */
    public static Bytes wrap(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        return new Bytes(array, offset, length);
    }

    /**
     * Borrows the buffer for as long as these bytes are used: its readable bytes where they lie. Written to a chain, large ones become a node with a reference of its own.
     */
    public static Bytes lent(ByteBuf buffer) {
        return buffer.hasArray()
                ? lent(buffer, buffer.array(), buffer.arrayOffset() + buffer.readerIndex(), buffer.readableBytes())
                : new Bytes(NONE, buffer.readerIndex(), buffer.readableBytes(), buffer);
    }

    /** A range of the array of {@code lender}. */
    static Bytes lent(ByteBuf lender, byte[] array, int offset, int length) {
        return new Bytes(array, offset, length, lender);
    }

    /** A copy of the array. */
    public static Bytes copyOf(byte[] array) {
        return wrap(array.clone());
    }

    /** A copy of the readable bytes of a buffer, which is borrowed. */
    public static Bytes copyOf(ByteBuf buffer) {
        byte[] array = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), array);
        return wrap(array);
    }

    /** The text in UTF-8. */
    public static Bytes utf8(String text) {
        return wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** How many bytes there are. */
    public int length() {
        return length;
    }

    /** The byte at {@code index}, from 0. */
    public byte get(int index) {
        int at = offset + Objects.checkIndex(index, length);
        return isInArray() ? array[at] : checked().getByte(at);
    }

    /** A copy. */
    public byte[] toByteArray() {
        byte[] copy = new byte[length];
        copyTo(copy, 0);
        return copy;
    }

    /** Gives a read-only buffer over the same memory, with a reference of its own. */
    public ByteBuf toBuffer() {
        return share().asReadOnly();
    }

    /** Copies all of them. */
    public void copyTo(byte[] to, int at) {
        copyTo(0, length, to, at);
    }

    /** Borrows the buffer and copies all of them to the absolute index {@code at}. */
    void copyTo(ByteBuf to, int at) {
        if (isInArray()) {
            to.setBytes(at, array, offset, length);
        } else {
            to.setBytes(at, checked(), offset, length);
        }
    }

    /** Copies {@code count} of them from {@code index}. */
    void copyTo(int index, int count, byte[] to, int at) {
        if (isInArray()) {
            System.arraycopy(array, offset + index, to, at, count);
        } else {
            checked().getBytes(offset + index, to, at, count);
        }
    }

    /** Gives a writable view of the memory itself, for a chain that only reads. */
    ByteBuf share() {
        ByteBuf buffer = lender;
        if (buffer == null) {
            return Unpooled.wrappedBuffer(array, offset, length);
        }
        return buffer.retainedSlice(isInArray() ? offset - buffer.arrayOffset() : offset, length);
    }

    /** Whether there is an array; fails if the memory is nobody's any more. */
    private boolean isInArray() {
        if (lender != null) {
            checked();
        }
        return length == 0 || array.length > 0;
    }

    private ByteBuf checked() {
        ByteBuf buffer = Objects.requireNonNull(lender);
        if (buffer.refCnt() == 0) {
            throw new IllegalReferenceCountException(0);
        }
        return buffer;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Bytes bytes) || length != bytes.length) {
            return false;
        }
        if (isInArray() && bytes.isInArray()) {
            return Arrays.equals(array, offset, offset + length, bytes.array, bytes.offset, bytes.offset + length);
        }
        for (int i = 0; i < length; i++) {
            if (get(i) != bytes.get(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + get(i);
        }
        return hash;
    }

    @Override
    public String toString() {
        byte[] shown = new byte[Math.min(length, SHOWN)];
        copyTo(0, shown.length, shown, 0);
        return length + " bytes: " + HexFormat.of().formatHex(shown) + (shown.length < length ? "…" : "");
    }
}
