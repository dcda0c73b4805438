package io.millrace.tiered.placement;

import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;

/**
 * A replica goes to another directory of logs. A value.
 *
 * @param partition whose
 * @param to where
 */
record Move(TopicPartition partition, Path to) {}
