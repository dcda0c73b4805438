package io.millrace.queue;

/**
 * One step of a {@link Workload}: what is done to which queue.
 *
 * @param queue name of the queue
 * @param count messages to put; to keep, for a trim
 * @param id says what the messages hold: the first one's, the others follow
 */
record Step(Kind kind, String queue, int count, long id) {

    enum Kind {
        PUT,
        TRIM,
        DELETE,
        COMMIT
    }
}
