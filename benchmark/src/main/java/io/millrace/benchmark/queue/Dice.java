package io.millrace.benchmark.queue;

/** A fast generator of random numbers for one thread: SplitMix64 from a seed. */
final class Dice {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private long state;

    Dice(long seed) {
        state = MessageContent.mix(seed);
    }

    private long next() {
        state += GOLDEN;
        return MessageContent.mix(state);
    }

    /** From 0 to {@code bound - 1}, each alike (the bias of a bound below 2^31 is under 2^-32). */
    int below(int bound) {
        return (int) (((next() >>> 32) * bound) >>> 32);
    }

    /** From 0 to 1, 1 excluded. */
    double fraction() {
        return (next() >>> 11) * 0x1.0p-53;
    }
}
