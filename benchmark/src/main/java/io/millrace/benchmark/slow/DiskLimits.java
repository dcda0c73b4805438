package io.millrace.benchmark.slow;

/** What a slow disk does in a second, reads and writes each for themselves. */
public record DiskLimits(long bytesPerSecond, int operationsPerSecond) {
    public DiskLimits {
        if (bytesPerSecond <= 0 || operationsPerSecond <= 0) {
            throw new IllegalArgumentException("limits: " + bytesPerSecond + " bytes/s, " + operationsPerSecond
                    + " operations/s (expected: both positive)");
        }
    }
}
