package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;
import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Follows the messages of a run as its bytes grow and notes, for each block of the page being filled, the first message that starts in it.
 *
 * <p>It hops from length to length, in memory that was just written. <b>Threads.</b> One.
 */
final class StartTracker {
    private static final int NONE = -1;
    private static final int MORE = 0x80;

    private final int[] starts;
    private final int[] ordinals;
    /** Where the next message begins, relative to the page; may be far beyond what is there. */
    private long next;

    private long ordinal;
    private int noted = NONE;
    /** Of a length that the bytes end within. */
    private int bits;

    private int value;

    StartTracker(int pageBytes) {
        starts = new int[pageBytes / BLOCK_BYTES];
        ordinals = new int[starts.length];
        Arrays.fill(starts, NONE);
    }

    /** The next message is the first of a queue. */
    void startQueue() {
        ordinal = 0;
    }

    /** Messages of the queue that begin before where the bytes end. */
    long messages() {
        return ordinal;
    }

    /** Whether the bytes end with a message. */
    boolean isBetweenMessages(int end) {
        return next == end && bits == 0;
    }

    /** The page has grown from {@code from} to {@code to}. */
    void advance(ByteBuffer page, int from, int to) {
        long at = bits == 0 ? next : finishLength(page, from, to);
        while (at < to) {
            int here = (int) at;
            int block = here >>> BLOCK_SHIFT;
            if (block != noted) {
                noted = block;
                starts[block] = here & BLOCK_BYTES - 1;
                ordinals[block] = (int) ordinal;
            }
            ordinal++;
            int first = page.get(here);
            if (first >= 0) {
                at = here + Math.max(1, first);
            } else {
                value = first & ~-MORE;
                bits = 7;
                at = finishLength(page, here + 1, to);
            }
        }
        next = at;
    }

    /** Reads on in a length; returns where the next message begins, or {@code to} if the bytes end before the length does. */
    private long finishLength(ByteBuffer page, int from, int to) {
        for (int at = from; at < to; at++) {
            int part = page.get(at);
            value |= (part & ~-MORE) << bits;
            bits += 7;
            if (part >= 0) {
                bits = 0;
                return at + (long) Math.max(1, value);
            }
        }
        return to;
    }

    /** The first message that starts in a block of the page: where in the block, or a negative number if none does. */
    int start(int block) {
        return starts[block];
    }

    int ordinal(int block) {
        return ordinals[block];
    }

    /** Whole blocks are gone from the page; what followed them stands at its beginning. */
    void shift(int blocks) {
        int kept = blocks < starts.length ? starts[blocks] : NONE;
        int keptOrdinal = blocks < starts.length ? ordinals[blocks] : 0;
        Arrays.fill(starts, NONE);
        starts[0] = kept;
        ordinals[0] = keptOrdinal;
        noted = noted == blocks ? 0 : NONE;
        next -= (long) blocks << BLOCK_SHIFT;
    }
}
