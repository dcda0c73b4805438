package io.millrace.benchmark.queue;

import java.util.Locale;

/** What a trial's process does, in the order given to it. */
enum QueuePhase {
    PUT,
    CHECK_WARM,
    CONSUME_WARM,

    /** After forgetting the page cache; in a process that has just opened the store. */
    CHECK_COLD,
    CONSUME_COLD,

    /** After a kill: how long until the first get, then everything acknowledged is looked for. */
    RECOVER,

    /** No store: the disk's own random reads. */
    DISK;

    boolean isCold() {
        return this == CHECK_COLD || this == CONSUME_COLD;
    }

    /** As in the names of cases. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
