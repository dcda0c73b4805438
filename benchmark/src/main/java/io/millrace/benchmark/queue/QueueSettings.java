package io.millrace.benchmark.queue;

/**
 * How a store is opened.
 *
 * @param queues how many there will be; only peers that must know beforehand may use it
 * @param memoryMib for the store's memory beside the heap
 * @param epochMib of one epoch of ours
 * @param commitEvery puts of a thread between two commits
 */
public record QueueSettings(QueueLevel level, int queues, int memoryMib, int epochMib, int commitEvery) {}
