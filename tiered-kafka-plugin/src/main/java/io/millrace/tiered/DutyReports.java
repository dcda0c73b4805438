package io.millrace.tiered;

import io.millrace.tiered.peer.BrokerReports;
import io.millrace.tiered.space.FastSpace;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.Uuid;

/**
 * Reports of what is not there before the broker answers clients.
 *
 * @param source what they are about, if it is there
 */
record DutyReports(Supplier<Optional<FastSpace>> source) implements BrokerReports {

    @Override
    public Optional<List<String>> states(Uuid topicId, int partition) throws IOException {
        return reports().states(topicId, partition);
    }

    @Override
    public Optional<List<String>> explain(Uuid topicId, int partition) throws IOException {
        return reports().explain(topicId, partition);
    }

    @Override
    public Optional<List<String>> simulate(long bytes) throws IOException {
        return reports().simulate(bytes);
    }

    @Override
    public Optional<List<String>> space() throws IOException {
        return reports().space();
    }

    private BrokerReports reports() {
        Optional<FastSpace> open = source.get();
        return open.isPresent() ? open.get().reports() : BrokerReports.NONE;
    }
}
