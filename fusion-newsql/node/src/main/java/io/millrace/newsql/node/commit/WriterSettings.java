package io.millrace.newsql.node.commit;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * How the writer works.
 *
 * @param memtableBytes memory for what is not in files yet
 * @param queuedCommits most commits that wait
 * @param queuedBytes most bytes that they have
 * @param changeBytesMax most bytes of the log that are kept for its followers
 */
public record WriterSettings(
        long memtableBytes, int queuedCommits, long queuedBytes, long changeBytesMax, MeterRegistry meters) {}
