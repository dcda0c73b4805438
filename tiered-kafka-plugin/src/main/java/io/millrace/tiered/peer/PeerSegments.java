package io.millrace.tiered.peer;

import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.CopyRequest;
import io.millrace.tiered.cold.DataSource;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.IndexSource;
import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.cold.SegmentRange;
import io.millrace.tiered.cold.SegmentSummary;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cold segments of other brokers.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link Reason#NOT_FOUND} if nobody has the segment undamaged, {@link Reason#BUSY} if somebody may have and cannot be
 * reached; what single brokers answered is in it.
 */
public final class PeerSegments {

    private final @Nullable PeerClient client;
    private final PeerDirectory directory;
    private final PeerOrder order = new PeerOrder();
    private final TieredCounters counters;

    /** Asks those whom the directory names; nobody without a client. */
    public PeerSegments(@Nullable PeerClient client, PeerDirectory directory, TieredCounters counters) {
        this.client = client;
        this.directory = directory;
        this.counters = counters;
    }

    /** Something asked of a broker; empty if it cannot help. */
    @FunctionalInterface
    private interface Question<T> {

        Optional<T> ask(PeerClient client, PeerAddress peer) throws TieredException;
    }

    /** Opens a range of a segment's data, whose end is exclusive; each chunk is checked before it is given. The caller closes. */
    public InputStream open(SegmentIdentity identity, SegmentSummary expected, long from, long to)
            throws TieredException {
        InputStream stream = first(identity, (asked, peer) -> asked.manifest(peer, identity, expected)
                .map(manifest ->
                        new PeerStream(asked, peer, manifest, from, Math.min(to, manifest.dataBytes()), counters)));
        counters.peerFetches.increment();
        return stream;
    }

    /** An index, checked; the caller's. */
    public byte[] index(SegmentIdentity identity, SegmentSummary expected, IndexKind kind) throws TieredException {
        byte[] index = first(identity, (asked, peer) -> {
            Optional<Manifest> manifest = asked.manifest(peer, identity, expected);
            if (manifest.isPresent() && !manifest.get().indexKinds().contains(kind)) {
                return Optional.of(new byte[0]);
            }
            return manifest.isEmpty() ? Optional.empty() : index(asked, peer, manifest.get(), kind);
        });
        if (index.length == 0 && kind == IndexKind.TRANSACTION) {
            throw new TieredException(Reason.NOT_FOUND, "segment has no index of this kind: " + kind + ", " + identity);
        }
        return index;
    }

    /** What is to be copied: the indexes of a broker that has the segment, and data from there, or from where the caller has it. */
    public CopyRequest request(
            SegmentIdentity identity, SegmentRange range, SegmentSummary expected, Optional<DataSource> ownData)
            throws TieredException {
        return first(identity, (asked, peer) -> {
            Optional<Manifest> manifest = asked.manifest(peer, identity, expected);
            if (manifest.isEmpty()) {
                return Optional.empty();
            }
            List<IndexSource> indexes = new ArrayList<>();
            for (IndexKind kind : manifest.get().indexKinds()) {
                Optional<byte[]> bytes = index(asked, peer, manifest.get(), kind);
                if (bytes.isEmpty()) {
                    return Optional.empty();
                }
                indexes.add(IndexSource.bytes(kind, ByteBuffer.wrap(bytes.get())));
            }
            DataSource data = ownData.orElseGet(
                    () -> new PeerData(asked, peer, identity, manifest.get().dataBytes()));
            return Optional.of(new CopyRequest(identity, range, data, indexes, expected));
        });
    }

    private static Optional<byte[]> index(PeerClient asked, PeerAddress peer, Manifest manifest, IndexKind kind)
            throws TieredException {
        return asked.index(peer, manifest.identity(), kind).filter(bytes -> manifest.isIndex(kind, bytes));
    }

    private <T> T first(SegmentIdentity identity, Question<T> question) throws TieredException {
        PeerClient asking = client;
        List<PeerAddress> peers = asking == null ? List.of() : directory.of(identity.topicId(), identity.partition());
        List<TieredException> failures = new ArrayList<>();
        for (PeerAddress peer : order.of(peers)) {
            try {
                Optional<T> answer = question.ask(Objects.requireNonNull(asking), peer);
                order.worked(peer);
                if (answer.isPresent()) {
                    return answer.get();
                }
            } catch (TieredException e) {
                if (e.reason() == Reason.INTERRUPTED) {
                    throw e;
                }
                order.failed(peer);
                failures.add(e);
            }
        }
        TieredException failure = failures.isEmpty()
                ? new TieredException(
                        Reason.NOT_FOUND, "no other broker has it undamaged: asked=" + peers + ", " + identity)
                : new TieredException(
                        Reason.BUSY, "brokers that may have it do not answer: asked=" + peers + ", " + identity);
        failures.forEach(failure::addSuppressed);
        throw failure;
    }
}
