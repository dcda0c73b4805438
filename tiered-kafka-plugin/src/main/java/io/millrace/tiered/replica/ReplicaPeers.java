package io.millrace.tiered.replica;

import io.millrace.tiered.peer.PeerClient;
import io.millrace.tiered.peer.PeerDirectory;
import io.millrace.tiered.peer.PeerSegments;
import org.jspecify.annotations.Nullable;

/**
 * The other brokers of the cluster.
 *
 * @param directory who they are
 * @param client asks them; null if they are not to be asked
 * @param segments what they have
 * @param closing what ends with it
 */
public record ReplicaPeers(
        PeerDirectory directory, @Nullable PeerClient client, PeerSegments segments, Runnable closing)
        implements AutoCloseable {

    @Override
    public void close() {
        closing.run();
    }
}
