package io.millrace.mesh;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** What an agent of either role can do. Thread-safe. */
public interface AgentRole extends AutoCloseable {
    /** The address that was bound: HTTP and Thrift of a consumer agent, links of a provider agent. */
    InetSocketAddress address();

    /** Whether it can do its job now, and the facts behind that. */
    MeshHealth health();

    /**
     * Takes no more calls and finishes those it has.
     *
     * @return completes when nothing is owed any more, or after {@code limit}
     */
    CompletionStage<Void> drain(Duration limit);

    /** Ends at once what is left. */
    @Override
    void close();
}
