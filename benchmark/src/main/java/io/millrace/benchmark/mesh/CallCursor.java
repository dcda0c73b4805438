package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;

/**
 * Walks the values of a Dubbo request body and turns texts into their {@link String#hashCode()} without making a
 * {@code String}.
 *
 * <p>Borrows the buffer given to {@link #over}; every method throws {@link MalformedCallException} where the bytes are
 * not what it was asked for. One instance a connection, used on its loop only.
 */
abstract class CallCursor {
    protected ByteBuf in;
    protected int index;
    protected int end;
    /** Where the bytes of the last text stood, for a look at the text itself. */
    protected int textStart;

    protected int textEnd;
    /** UTF-16 units of the last text; -1 where it was null. */
    protected int textChars;

    protected CallCursor(ByteBuf empty) {
        this.in = empty;
    }

    final void over(ByteBuf buffer, int start, int length) {
        in = buffer;
        index = start;
        end = start + length;
    }

    /** Reads a text or null (hash 0, {@link #textChars} -1). */
    abstract int textHash();

    /** Reads the attachments, a map or null. */
    abstract void skipMap();

    final boolean isAtEnd() {
        return index == end;
    }

    final int textChars() {
        return textChars;
    }

    /** Whether the last text is a version whose answers carry attachments: 2.0.2 to 2.0.99. */
    final boolean textAnswersWithAttachments() {
        int digits = textEnd - textStart - 4;
        if ((digits != 1 && digits != 2) || in.getInt(textStart) != 0x322e302e) {
            return false;
        }
        int patch = 0;
        for (int i = textStart + 4; i < textEnd; i++) {
            patch = patch * 10 + in.getByte(i) - '0';
        }
        return patch >= 2 && patch <= 99;
    }

    /** Takes one byte off the front. */
    protected final int next() {
        if (index >= end) {
            throw new MalformedCallException("body ends within a value: at=" + index);
        }
        return in.getByte(index++) & 0xff;
    }

    /** The six bits of a UTF-8 byte that continues a character. */
    protected final int continuation() {
        int value = next();
        if ((value & 0xc0) != 0x80) {
            throw new MalformedCallException("not a continuation: byte=0x" + Integer.toHexString(value));
        }
        return value & 0x3f;
    }

    protected final void skip(int bytes) {
        if (bytes > end - index) {
            throw new MalformedCallException(
                    "value passes the body: length=" + bytes + " (expected: <= " + (end - index) + ")");
        }
        index += bytes;
    }
}
