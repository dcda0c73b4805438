package io.millrace.benchmark.wal;

/** What is true of a record when it counts as appended. */
public enum WalLevel {
    /** It is in our memory. */
    PAGE,

    /** The kernel has it. */
    OS,

    /** It is on the device, and each appender waits for each of its records. */
    SYNC,

    /** It is on the device, and appenders go ahead meanwhile. */
    SYNC_BEHIND;

    public boolean isOnDevice() {
        return this == SYNC || this == SYNC_BEHIND;
    }
}
