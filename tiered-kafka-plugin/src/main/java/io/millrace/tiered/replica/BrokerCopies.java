package io.millrace.tiered.replica;

import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;

/** The cold copies of this broker, for whoever tells Kafka what may leave the fast disk. <b>Threads.</b> Safe. */
public interface BrokerCopies {

    /** Whether this broker keeps copies of its own; else one copy is enough for all. */
    boolean areOwn();

    /**
     * The last offset of an epoch up to which this broker's own verified copies reach without a gap; empty if they do not reach into it.
     *
     * @param segments all segments of the partition
     */
    OptionalLong heldEnd(TopicIdPartition partition, int epoch, List<RemoteLogSegmentMetadata> segments);

    /**
     * Whether there is a verified copy here of each segment that is finished and that this broker's log still has offsets of.
     *
     * @param segments all segments of the partition
     */
    boolean holdsWhatIsLocal(TopicIdPartition partition, List<RemoteLogSegmentMetadata> segments);

    /**
     * Will ask this from now on.
     *
     * @throws org.apache.kafka.common.config.ConfigException if a property is missing without which that is impossible
     */
    void join(BrokerMetadata metadata);

    /** The broker answers clients: rounds begin. */
    void ready();

    /** Asks it no longer: when this returns, nothing does. */
    void leave(BrokerMetadata metadata);
}
