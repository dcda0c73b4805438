package io.millrace.tiered.placement;

import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Where a replica of this broker is. A value.
 *
 * @param partition whose
 * @param directory of logs that it is in
 * @param movingTo where it is on its way to; null if it stays
 * @param isLeader whether this broker leads the partition
 */
record ReplicaPlace(TopicPartition partition, Path directory, @Nullable Path movingTo, boolean isLeader) {}
