package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;

/** An {@code int} as decimal text, written without a {@code String}. */
final class Decimal {
    private Decimal() {}

    /** Characters of the text, its sign included. */
    static int length(int value) {
        int length = value < 0 ? 2 : 1;
        for (int rest = value / 10; rest != 0; rest /= 10) {
            length++;
        }
        return length;
    }

    static void write(ByteBuf out, int value) {
        int length = length(value);
        int start = out.writerIndex();
        out.ensureWritable(length);
        int index = start + length;
        int rest = value;
        do {
            // The remainder carries the sign of the dividend, so MIN_VALUE needs no case of its own.
            out.setByte(--index, '0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            out.setByte(start, '-');
        }
        out.writerIndex(start + length);
    }
}
