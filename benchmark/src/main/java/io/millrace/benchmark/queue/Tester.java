package io.millrace.benchmark.queue;

/** Who puts. */
public enum Tester {
    /** Queues divided among the threads, names built beforehand: as little as can be beside the store. */
    LEAN,

    /** As the contest's own: a shared counter, a name built and looked up for every message, a lock for every queue. */
    CONTEST
}
