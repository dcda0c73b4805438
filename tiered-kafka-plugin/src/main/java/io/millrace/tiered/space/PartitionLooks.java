package io.millrace.tiered.space;

import io.millrace.tiered.replica.PartitionLook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;

/** The tiered partitions of this broker. <b>Threads.</b> Safe. */
public interface PartitionLooks {

    /** Those that it leads or follows; the caller's. */
    Set<TopicIdPartition> partitions();

    /** Looks at one; empty if no log of it is here. */
    Optional<PartitionLook> look(TopicIdPartition partition) throws IOException, RemoteStorageException;

    /** Whether a segment is on the fast disk, by the name of its topic and partition. */
    boolean isLocal(Path directory, String partition, long firstOffset);

    /** Copies are waited for: whoever makes them looks soon. */
    void wake();
}
