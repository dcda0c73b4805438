package io.millrace.tiered.peer;

import io.millrace.tiered.TieredException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/** Who the other brokers are, and which partitions they have. <b>Threads.</b> Safe. <b>Errors.</b> {@link TieredException} if that cannot be found out now. */
public interface PeerDirectory {

    /** The other brokers that serve, those first that have a replica of the partition, its leader before all. */
    List<PeerAddress> of(Uuid topicId, int partition) throws TieredException;

    /** Ids of the brokers that have a replica of the partition, this one included if it has; empty if there is no such topic any more. */
    Optional<List<Integer>> replicas(Uuid topicId, int partition) throws TieredException;
}
