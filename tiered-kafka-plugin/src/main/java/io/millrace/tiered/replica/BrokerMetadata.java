package io.millrace.tiered.replica;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;

/** What is known on this broker of the segments that have been copied anywhere. <b>Threads.</b> Safe. */
public interface BrokerMetadata {

    /** The tiered partitions that this broker leads or follows; the caller's. */
    Set<TopicIdPartition> partitions();

    /** Whether all is known of a partition that was known when this broker got it. */
    boolean isReady(TopicIdPartition partition);

    /** All segments of a partition, in whatever state; the caller's. */
    List<RemoteLogSegmentMetadata> segments(TopicIdPartition partition) throws RemoteStorageException;

    /** How a client of this cluster is made. */
    Map<String, Object> clientProperties();
}
