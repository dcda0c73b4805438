package io.millrace.thrift;

import java.util.concurrent.ThreadLocalRandom;

/** Spreads keys over the slots of a table so that a peer cannot choose keys that share one: the factor is another in each process. */
final class KeyHash {
    private static final long FACTOR = ThreadLocalRandom.current().nextLong() | 1;

    private KeyHash() {}

    /** The first slot of a key in a table of {@code slots}, a power of two and at least 2. */
    static int slot(long key, int slots) {
        return (int) ((key * FACTOR) >>> Integer.numberOfLeadingZeros(slots) + 33);
    }

    /** Slots for {@code entries}, half of them free at least. */
    static int slotsFor(int entries) {
        return Integer.highestOneBit(Math.max(entries, 4)) * 4;
    }
}
