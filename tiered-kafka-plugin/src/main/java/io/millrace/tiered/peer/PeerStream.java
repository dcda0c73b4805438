package io.millrace.tiered.peer;

import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.Manifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A range of a segment's data that another broker has, chunk by chunk, each checked before a byte of it is given. <b>Threads.</b> One. */
final class PeerStream extends InputStream {

    private final PeerClient client;
    private final PeerAddress peer;
    private final Manifest manifest;
    private final TieredCounters counters;
    private final long end;
    private long position;
    private byte @Nullable [] chunk;
    private int chunkIndex = -1;

    PeerStream(PeerClient client, PeerAddress peer, Manifest manifest, long from, long to, TieredCounters counters) {
        this.client = client;
        this.peer = peer;
        this.manifest = manifest;
        this.position = from;
        this.end = to;
        this.counters = counters;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length == 0 || position >= end) {
            return length == 0 ? 0 : -1;
        }
        byte[] bytes = chunk((int) (position / manifest.chunkBytes()));
        int from = (int) (position % manifest.chunkBytes());
        int given = (int) Math.min(Math.min(length, bytes.length - from), end - position);
        System.arraycopy(bytes, from, to, offset, given);
        position += given;
        counters.peerBytesFetched.add(given);
        return given;
    }

    private byte[] chunk(int index) throws IOException {
        byte[] present = chunk;
        if (present != null && chunkIndex == index) {
            return present;
        }
        chunk = null;
        long from = (long) index * manifest.chunkBytes();
        byte[] bytes = fetch(from, manifest.chunkLength(index));
        if (!manifest.isChunk(index, bytes)) {
            throw new TieredException(
                    Reason.DAMAGED,
                    "chunk came damaged: crc32c differs, chunk=" + index + " " + peer + ", " + manifest.identity());
        }
        chunk = bytes;
        chunkIndex = index;
        return bytes;
    }

    /** An interrupt ends it as it ends a stream from a disk here. */
    private byte[] fetch(long from, int length) throws IOException {
        try {
            return client.data(peer, manifest.identity(), from, length)
                    .orElseThrow(() -> new TieredException(
                            Reason.NOT_FOUND, "peer has it no longer: " + peer + ", " + manifest.identity()));
        } catch (TieredException e) {
            if (e.reason() == Reason.INTERRUPTED) {
                throw new ClosedByInterruptException();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        chunk = null;
    }
}
