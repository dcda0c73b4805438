package io.millrace.tiered.peer;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.DataSource;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.disk.DirectIo;
import java.nio.ByteBuffer;

/**
 * The data of a segment as another broker has it; whether it is the right one, the digest tells whoever copies it.
 *
 * @param client asks
 * @param peer whom
 * @param identity for which
 * @param dataBytes how long it is
 */
record PeerData(PeerClient client, PeerAddress peer, SegmentIdentity identity, int dataBytes) implements DataSource {

    @Override
    public Reader open(DirectIo logs) {
        return new Reader() {
            @Override
            public int read(ByteBuffer to, long position) throws TieredException {
                return PeerData.this.read(to, position);
            }

            @Override
            public void close() {
                // Every read is a request of its own.
            }
        };
    }

    private int read(ByteBuffer to, long position) throws TieredException {
        byte[] bytes = client.data(peer, identity, position, (int) Math.min(to.remaining(), dataBytes - position))
                .orElseThrow(
                        () -> new TieredException(Reason.SOURCE, "peer has it no longer: " + peer + ", " + identity));
        to.put(bytes);
        return bytes.length;
    }

    @Override
    public String toString() {
        return peer.toString();
    }
}
