package io.millrace.benchmark.wal;

/** What a trial's process does. */
enum WalTask {
    /** Appends; the time ends when all is at its level. */
    APPEND,

    /** Each thread waits for each of its records to be on the device. */
    APPEND_BLOCKING,

    /** Appends go ahead of the device by a bounded number of records. */
    APPEND_ASYNC,

    /** Appends, then reads the whole again and again in the same process. */
    READ_TAIL,

    /** Appends and closes, for a later process. */
    WRITE,

    /** Opens what another process wrote, forgets the page cache, reads the whole once. */
    READ_COLD,

    /** Reads the files that another process wrote as plain files, after forgetting the page cache. */
    READ_DISK
}
