package io.millrace.tiered.read;

import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.disk.AlignedBuffers;

/**
 * What all streams share.
 *
 * @param buffers memory for chunks
 * @param kept chunks for the next fetch
 * @param counters what is counted
 */
record ReadMeans(AlignedBuffers buffers, KeptChunks kept, TieredCounters counters) {}
