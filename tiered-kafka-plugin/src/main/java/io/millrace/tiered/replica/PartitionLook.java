package io.millrace.tiered.replica;

import io.millrace.tiered.log.LocalSegment;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.TopicIdPartition;

/**
 * One look at a partition of this broker: what is on its fast disk, and how far copies of that reach. A value; what it says may have changed since.
 *
 * @param partition which one
 * @param directory of logs that it is in
 * @param isReady whether all is known that was copied before this broker got the partition
 * @param local segments on the fast disk, oldest first, the active one last
 * @param copied segments whose copies are finished, in the order of their offsets
 * @param copiedEnd the last offset up to which somebody's copies reach without a gap, by this log's leader epochs; one below the first offset if none does
 * @param heldEnd the same of this broker's own verified copies
 */
public record PartitionLook(
        TopicIdPartition partition,
        Path directory,
        boolean isReady,
        List<LocalSegment> local,
        List<CopiedSegment> copied,
        long copiedEnd,
        long heldEnd) {

    public PartitionLook {
        local = List.copyOf(local);
        copied = List.copyOf(copied);
    }

    /** Topic and partition, for people. */
    public String name() {
        return partition.topicPartition().toString();
    }
}
