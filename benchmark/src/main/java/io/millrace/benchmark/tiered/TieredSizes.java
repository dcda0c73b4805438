package io.millrace.benchmark.tiered;

/** How much room a trial takes at most, from what it is told to do. Bytes. */
record TieredSizes(long realtime, long lagging, long alone) {
    /** A record of 1 KiB with its key, its header and its part of a batch and of the indexes. */
    private static final int BYTES_PER_RECORD = 1100;

    /** Topics of old data, and of recent data. */
    private static final int LAGGING_TOPICS = 8;

    /** File systems and brokers want some, and segments are allocated ahead. */
    private static final long FIXED = 512L << 20;

    static TieredSizes of(TieredOptions options) {
        double first = options.firstWarmupSeconds() * options.recordsPerSecond();
        double once = options.warmupSeconds() + options.seconds();
        double together = first;
        double alone = 0;
        for (TieredPhase phase : options.phases()) {
            double records = once * (phase.writesMore() ? options.copyRecordsPerSecond() : options.recordsPerSecond());
            together += phase.isAlone() ? 0 : records;
            alone = phase.isAlone() ? Math.max(alone, first + records) : alone;
        }
        return new TieredSizes(
                (long) (together * BYTES_PER_RECORD), LAGGING_TOPICS * (options.lagBytes() * 11 / 10), (long)
                        (alone * BYTES_PER_RECORD));
    }

    /** Of the fast disk of its own that a case has. */
    long ownPart() {
        return alone + FIXED;
    }

    /** Of the slow disk, the part of what is kept up with. */
    long realtimePart() {
        return realtime + FIXED;
    }

    /** Of the slow disk, the part of what is lagged behind, and of all copies. */
    long lagPart() {
        return Math.max(realtime, alone) + lagging + FIXED;
    }

    /** Of the disk that has the images and the fast logs. */
    long disk() {
        return realtimePart() + lagPart() + realtime + lagging + (alone > 0 ? ownPart() : 0) + FIXED;
    }
}
