package io.millrace.tiered.peer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/** What a broker says of its segments to commands: lines of fields with tabs between them, the first of which names the fields; empty for what it does not have. <b>Threads.</b> Safe. */
public interface BrokerReports {

    /** A broker that has nothing to say. */
    BrokerReports NONE = new BrokerReports() {};

    /** Each segment of a partition, wherever it is. */
    default Optional<List<String>> states(Uuid topicId, int partition) throws IOException {
        return Optional.empty();
    }

    /** Why segments of a partition are still on the fast disk. */
    default Optional<List<String>> explain(Uuid topicId, int partition) throws IOException {
        return Optional.empty();
    }

    /** What would leave the fast disks for so many bytes. */
    default Optional<List<String>> simulate(long bytes) throws IOException {
        return Optional.empty();
    }

    /** Marks and use of the fast disks, and what stands in the watcher's way. */
    default Optional<List<String>> space() throws IOException {
        return Optional.empty();
    }
}
