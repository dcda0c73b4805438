package io.millrace.tiered.placement;

import io.millrace.tiered.TieredException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The replicas of this broker, as Kafka has them. <b>Threads.</b> One. <b>Errors.</b> {@link TieredException} if Kafka does not answer, or refuses. */
interface BrokerReplicas extends AutoCloseable {

    /**
     * What Kafka says. A value.
     *
     * @param replicas on this broker
     * @param usableBytes that each directory of logs still takes
     */
    record Seen(List<ReplicaPlace> replicas, Map<Path, Long> usableBytes) {}

    Seen look() throws TieredException;

    /** Begins moves; a replica that moves to where it is does not move any more. */
    void begin(List<Move> moves) throws TieredException;

    @Override
    void close();
}
