package io.millrace.tiered.replica;

import org.apache.kafka.common.Uuid;

/**
 * A segment whose copy is finished, as this broker sees it. A value.
 *
 * @param id of the copy
 * @param firstOffset of its first message
 * @param lastOffset of its last message, inclusive
 * @param bytes of its data
 * @param timestampMax its largest timestamp, milliseconds since 1970
 * @param isHeld whether a verified copy is here; always where all brokers share one
 */
public record CopiedSegment(
        Uuid id, long firstOffset, long lastOffset, long bytes, long timestampMax, boolean isHeld) {}
