package io.millrace.newsql.node.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A command's name and arguments where they lie in the buffer that was read; argument 0 is the name.
 *
 * <p><b>Ownership.</b> Borrows: valid until the handler of the request returns; what must live longer is {@link #copy copied}. <b>Threads.</b> The event
 * loop's.
 */
public final class RespRequest {

    private static final int FIRST_ARGUMENTS = 16;

    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private int base;
    private int size;
    private int[] starts = new int[FIRST_ARGUMENTS];
    private int[] lengths = new int[FIRST_ARGUMENTS];

    RespRequest() {}

    // ---- what the decoder notes ----

    void clear() {
        size = 0;
    }

    /** Notes an argument, {@code start} relative to the request. */
    void add(int start, int length) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        starts[size] = start;
        lengths[size++] = length;
    }

    void lieAt(ByteBuf in, int index) {
        buffer = in;
        base = index;
    }

    /** Forgets the buffer, and room that one large request took. */
    void leave() {
        buffer = Unpooled.EMPTY_BUFFER;
        if (starts.length > 1024) {
            starts = new int[FIRST_ARGUMENTS];
            lengths = new int[FIRST_ARGUMENTS];
        }
        size = 0;
    }

    // ---- what the command reads ----

    /** Count of arguments, the name included. */
    public int size() {
        return size;
    }

    /** Bytes of an argument. */
    public int length(int argument) {
        return lengths[checked(argument)];
    }

    /** Borrowed: what the arguments lie in, at {@link #index}. */
    public ByteBuf buffer() {
        return buffer;
    }

    /** Absolute index of an argument in {@link #buffer}. */
    public int index(int argument) {
        return base + starts[checked(argument)];
    }

    /** Gives a copy of an argument. */
    public byte[] copy(int argument) {
        byte[] bytes = new byte[length(argument)];
        buffer.getBytes(index(argument), bytes);
        return bytes;
    }

    /** An argument as text of ISO 8859-1, for names and messages. */
    public String text(int argument) {
        return buffer.toString(index(argument), length(argument), StandardCharsets.ISO_8859_1);
    }

    /** Whether an argument is this word in any case of letters. */
    public boolean is(int argument, String upperCase) {
        if (length(argument) != upperCase.length()) {
            return false;
        }
        int from = index(argument);
        for (int i = 0; i < upperCase.length(); i++) {
            byte letter = buffer.getByte(from + i);
            int upper = letter >= 'a' && letter <= 'z' ? letter - ('a' - 'A') : letter;
            if (upper != upperCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int checked(int argument) {
        if (argument < 0 || argument >= size) {
            throw new IndexOutOfBoundsException("argument: " + argument + " (expected: < " + size + ")");
        }
        return argument;
    }
}
