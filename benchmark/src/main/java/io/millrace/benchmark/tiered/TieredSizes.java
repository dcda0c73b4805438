package io.millrace.benchmark.tiered;

/** How much room a trial takes at most, from what it is told to do. Bytes. */
record TieredSizes(long realtime, long lagging) {
    /** A record of 1 KiB with its key, its header and its part of a batch and of the indexes. */
    private static final int BYTES_PER_RECORD = 1100;

    /** Topics of old data, and of recent data. */
    private static final int LAGGING_TOPICS = 8;

    /** File systems and brokers want some, and segments are allocated ahead. */
    private static final long FIXED = 512L << 20;

    static TieredSizes of(TieredOptions options) {
        double once = options.warmupSeconds() + options.seconds();
        double records = options.firstWarmupSeconds() * options.recordsPerSecond();
        for (TieredPhase phase : options.phases()) {
            records += once * (phase == TieredPhase.COPY ? options.copyRecordsPerSecond() : options.recordsPerSecond());
        }
        return new TieredSizes((long) (records * BYTES_PER_RECORD), LAGGING_TOPICS * (options.lagBytes() * 11 / 10));
    }

    /** Of the slow disk, the part of what is kept up with. */
    long realtimePart() {
        return realtime + FIXED;
    }

    /** Of the slow disk, the part of what is lagged behind, and of all copies. */
    long lagPart() {
        return realtime + lagging + FIXED;
    }

    /** Of the disk that has the slow disk's image and the fast logs. */
    long disk() {
        return realtimePart() + lagPart() + realtime + lagging + FIXED;
    }
}
