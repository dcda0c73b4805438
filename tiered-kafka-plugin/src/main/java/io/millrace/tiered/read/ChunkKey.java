package io.millrace.tiered.read;

import org.apache.kafka.common.Uuid;

/**
 * Which chunk.
 *
 * @param segment the segment's id
 * @param index from 0
 */
record ChunkKey(Uuid segment, int index) {}
