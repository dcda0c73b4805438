package io.millrace.registry.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.PutResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.lease.LeaseGrantResponse;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.lease.LeaseRevokeResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.WatchOption;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One jetcd client. Every request has a time limit; every answer comes on the loop, and none after {@link #abandon} or {@link
 * #close}.
 *
 * <p>Used on the loop only.
 */
final class EtcdConnection {

    private final Client client;
    private final Loop loop;
    private final Duration limit;
    private boolean open = true;

    EtcdConnection(Client client, Loop loop, Duration limit) {
        this.client = client;
        this.loop = loop;
        this.limit = limit;
    }

    /** Reads one key through the whole of etcd, quorum included: the cheapest thing that proves it serves. */
    void probe(String key, Duration within, Runnable answered, Consumer<Throwable> failed) {
        GetOption keyOnly = GetOption.builder().withKeysOnly(true).build();
        ask(() -> client.getKVClient().get(bytes(key), keyOnly), within, (GetResponse r) -> answered.run(), failed);
    }

    /** Reads up to {@code max} keys that start with the prefix, in the order of the keys. */
    void read(String prefix, int max, Consumer<GetResponse> answered, Consumer<Throwable> failed) {
        GetOption range = GetOption.builder().isPrefix(true).withLimit(max).build();
        ask(() -> client.getKVClient().get(bytes(prefix), range), limit, answered, failed);
    }

    /** Watches the keys that start with the prefix, from that revision on. */
    WatchStream watch(String prefix, long revision, WatchStream.Events events) {
        WatchOption option = WatchOption.builder()
                .isPrefix(true)
                .withRevision(revision)
                .withRequireLeader(true)
                .withCreateNotify(true)
                .build();
        WatchStream stream = new WatchStream(loop, events);
        try {
            Watch.Watcher watcher = client.getWatchClient().watch(bytes(prefix), option, stream);
            stream.opened(watcher, limit);
        } catch (RuntimeException refused) {
            stream.onError(refused);
        }
        return stream;
    }

    void put(String key, byte[] value, long lease, Runnable answered, Consumer<Throwable> failed) {
        PutOption underLease =
                PutOption.builder().withLeaseId(lease).withAutoRetry().build();
        ask(
                () -> client.getKVClient().put(bytes(key), ByteSequence.from(value), underLease),
                limit,
                (PutResponse r) -> answered.run(),
                failed);
    }

    /**
     * Deletes the key if it is still held by that lease: another process may have taken the address over.
     *
     * <p>etcd cannot compare leases in a transaction, so the key is read, then deleted if it has not changed since; if
     * it has, it is read again.
     */
    void deleteIfHeld(String key, long lease, Runnable answered, Consumer<Throwable> failed) {
        ask(
                () -> client.getKVClient().get(bytes(key)),
                limit,
                (GetResponse found) -> {
                    if (found.getKvs().isEmpty() || found.getKvs().get(0).getLease() != lease) {
                        answered.run();
                    } else {
                        deleteUnchanged(key, lease, found.getKvs().get(0), answered, failed);
                    }
                },
                failed);
    }

    private void deleteUnchanged(String key, long lease, KeyValue seen, Runnable answered, Consumer<Throwable> failed) {
        Cmp unchanged = new Cmp(seen.getKey(), Cmp.Op.EQUAL, CmpTarget.modRevision(seen.getModRevision()));
        ask(
                () -> client.getKVClient()
                        .txn()
                        .If(unchanged)
                        .Then(Op.delete(seen.getKey(), DeleteOption.DEFAULT))
                        .commit(),
                limit,
                (TxnResponse done) -> {
                    if (done.isSucceeded()) {
                        answered.run();
                    } else {
                        deleteIfHeld(key, lease, answered, failed);
                    }
                },
                failed);
    }

    void grantLease(Duration ttl, Consumer<LeaseGrantResponse> answered, Consumer<Throwable> failed) {
        ask(() -> client.getLeaseClient().grant(ttl.toSeconds()), limit, answered, failed);
    }

    void renewLease(
            long lease, Duration within, Consumer<LeaseKeepAliveResponse> answered, Consumer<Throwable> failed) {
        ask(() -> client.getLeaseClient().keepAliveOnce(lease), within, answered, failed);
    }

    void revokeLease(long lease, Runnable answered, Consumer<Throwable> failed) {
        ask(() -> client.getLeaseClient().revoke(lease), limit, (LeaseRevokeResponse r) -> answered.run(), failed);
    }

    /** No answer is given any more. */
    void abandon() {
        open = false;
    }

    /** Ends all requests and watches without an answer. */
    void close() {
        open = false;
        client.close();
    }

    private <T> void ask(
            Supplier<CompletableFuture<T>> request, Duration within, Consumer<T> answered, Consumer<Throwable> failed) {
        var unused = send(request)
                .copy()
                .orTimeout(within.toNanos(), TimeUnit.NANOSECONDS)
                .whenComplete((answer, error) -> loop.post(() -> {
                    if (!open) {
                        return;
                    }
                    if (error == null) {
                        answered.accept(answer);
                    } else {
                        failed.accept(error);
                    }
                }));
    }

    private static <T> CompletableFuture<T> send(Supplier<CompletableFuture<T>> request) {
        try {
            return request.get();
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }
}
