package io.millrace.newsql.node.commit;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * How the writer works.
 *
 * @param memtableBytes memory for what is not in files yet
 * @param queuedCommits most commits that wait
 * @param queuedBytes most bytes that they have
 * @param commitBytesMax largest commit
 */
public record WriterSettings(
        long memtableBytes, int queuedCommits, long queuedBytes, long commitBytesMax, MeterRegistry meters) {}
