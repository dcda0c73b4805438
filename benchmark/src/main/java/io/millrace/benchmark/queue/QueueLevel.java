package io.millrace.benchmark.queue;

import java.util.Locale;

/** What is true of a message when it counts as put: in our memory, with the kernel, or on the device. */
public enum QueueLevel {
    PAGE,
    OS,
    SYNC;

    /** As in the names of cases. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
