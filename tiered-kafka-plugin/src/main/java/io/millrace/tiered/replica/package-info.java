/**
 * Every replica keeps its own cold copies: what the leader has copied, this broker copies too, from its own log where it can.
 *
 * <pre>
 *  Replica          what this broker knows: which partitions, which segments, how far its own copies reach
 *  ReplicaRounds    one thread: look at each partition, copy one segment of it, look again
 *  PartitionRound   listed and missing here ─► copy       here and gone for everybody ─► delete, after two looks and a grace period
 *  SegmentCopier    indexes from a broker that has them, data from the own log ─► digest ─► kept, or not
 *  RetiredCopies    partitions that this broker has no longer: kept until all who have them hold each segment too
 * </pre>
 *
 * <h2>Threads and locks</h2>
 *
 * The rounds have one thread, which owns all their state; Kafka's threads ask {@link io.millrace.tiered.replica.Replica} how far the copies reach, which takes no lock that is held while
 * a disk or a peer is waited for.
 */
@NullMarked
package io.millrace.tiered.replica;

import org.jspecify.annotations.NullMarked;
