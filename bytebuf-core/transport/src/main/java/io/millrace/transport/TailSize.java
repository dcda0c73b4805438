package io.millrace.transport;

/**
 * Guesses how large the next tail buffer of a batch should be from what recent flushes needed.
 *
 * <p>It grows at once, because a second buffer in a flush costs an allocation and one more piece to write; it halves only after
 * {@value #CALM_FLUSHES} flushes in a row that needed no more than half, so that a lull between bursts does not undo it.
 */
final class TailSize {
    /** One small answer with its header. */
    static final int MIN = 512;

    /** A full turn of small answers; beyond it the batch flushes anyway. */
    static final int MAX = 64 << 10;

    static final int FIRST = 2048;
    static final int CALM_FLUSHES = 16;

    private int bytes = FIRST;
    private int calm;

    int bytes() {
        return bytes;
    }

    void flushed(int needed) {
        if (needed > bytes) {
            bytes = Math.min(MAX, Integer.highestOneBit(Math.min(needed, MAX) - 1) << 1);
            calm = 0;
        } else if (needed > bytes / 2) {
            calm = 0;
        } else if (bytes > MIN && ++calm == CALM_FLUSHES) {
            bytes /= 2;
            calm = 0;
        }
    }
}
