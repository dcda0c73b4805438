package io.millrace.tiered.tool;

/**
 * Neighbouring segments that a replica lacks.
 *
 * @param topic name
 * @param partition from 0
 * @param broker whose replica it is
 * @param first offset
 * @param last offset, inclusive
 * @param segments how many
 * @param bytes of data
 * @param why what the broker said, or that it did not
 */
public record MissingRange(
        String topic, int partition, int broker, long first, long last, int segments, long bytes, String why) {

    /** Whether the other one goes on where this ends, for the same reason. */
    boolean isFollowedBy(MissingRange next) {
        return topic.equals(next.topic)
                && partition == next.partition
                && broker == next.broker
                && why.equals(next.why)
                && next.first <= last + 1;
    }

    MissingRange with(MissingRange next) {
        return new MissingRange(
                topic,
                partition,
                broker,
                first,
                Math.max(last, next.last),
                segments + next.segments,
                bytes + next.bytes,
                why);
    }
}
