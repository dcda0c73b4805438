package io.millrace.buffer;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * CRC32C (Castagnoli) that can be taken up where it was left, over ranges of a shared buffer.
 *
 * <p><b>Shape.</b> A checksum is the usual finished one ({@code 0xE3069283} for {@code "123456789"}); it starts at 0,
 * and {@code update(update(0, a), b)} is that of a and b together. To seed it, start with the seed.
 *
 * <p><b>Ownership.</b> Borrows; position, limit and order of the buffer are neither read nor changed. A thread
 * remembers the last buffer it was given, so that the next call with it makes no object.
 *
 * <p><b>Threads.</b> Safe; the bytes must not change meanwhile.
 *
 * <p><b>Source.</b> RFC 3720, section 12.1. The sums are {@link CRC32C}'s, which the JVM replaces by instructions of
 * the processor.
 */
public final class Crc32c {

    /** The polynomial, lowest power in the highest bit. */
    private static final int POLYNOMIAL = 0x82F63B78;

    /** For each last byte of a register, what one step from the register before had added, and which step that was. */
    private static final int[] STEP = new int[256];

    private static final byte[] STEP_OF_HIGH_BYTE = new byte[256];

    static {
        for (int i = 0; i < STEP.length; i++) {
            int register = i;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                register = (register >>> 1) ^ ((register & 1) == 0 ? 0 : POLYNOMIAL);
            }
            STEP[i] = register;
            STEP_OF_HIGH_BYTE[register >>> 24] = (byte) i;
        }
    }

    private static final ThreadLocal<Crc32c> OF_THREAD = ThreadLocal.withInitial(Crc32c::new);

    private final CRC32C sum = new CRC32C();
    private ByteBuffer last = ByteBuffer.allocate(0);
    private ByteBuffer view = last;

    private Crc32c() {}

    /**
     * The checksum of what {@code crc} covers followed by {@code length} bytes from {@code index}.
     *
     * @throws IndexOutOfBoundsException if they are not within the buffer's capacity
     */
    public static int update(int crc, ByteBuffer buffer, int index, int length) {
        Objects.checkFromIndexSize(index, length, buffer.capacity());
        return OF_THREAD.get().add(crc, buffer, index, length);
    }

    /**
     * The checksum of what {@code crc} covers followed by {@code length} bytes from {@code offset}.
     *
     * @throws IndexOutOfBoundsException if they are not within the array
     */
    public static int update(int crc, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        CRC32C sum = OF_THREAD.get().sum;
        resume(sum, crc);
        sum.update(bytes, offset, length);
        return (int) sum.getValue();
    }

    @SuppressWarnings("ReferenceEquality") // a view of the same memory is asked for, not one of equal bytes
    private int add(int crc, ByteBuffer buffer, int index, int length) {
        if (buffer != last) {
            view = buffer.duplicate();
            last = buffer;
        }
        resume(sum, crc);
        sum.update(view.limit(index + length).position(index));
        return (int) sum.getValue();
    }

    /**
     * Brings a fresh sum to where {@code crc} left off, which the JDK offers no way to say. From any register, four
     * bytes lead to any other. Which they are is found by walking four steps back from the wanted register: each
     * step's table entry is known by its high byte.
     */
    private static void resume(CRC32C sum, int crc) {
        sum.reset();
        if (crc == 0) {
            return;
        }
        int register = ~crc;
        for (int i = 0; i < Integer.BYTES; i++) {
            int step = STEP_OF_HIGH_BYTE[register >>> 24] & 0xFF;
            register = ((register ^ STEP[step]) << Byte.SIZE) | step;
        }
        int bytes = ~register; // a fresh register is all ones, and what is fed is added to it
        sum.update(bytes);
        sum.update(bytes >>> 8);
        sum.update(bytes >>> 16);
        sum.update(bytes >>> 24);
    }
}
