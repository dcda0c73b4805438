package io.millrace.registry.group;

import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.RegistryException;
import io.millrace.registry.RegistryException.Reason;
import io.millrace.registry.ServiceKey;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A group whose owner publishes snapshots into it.
 *
 * <p>Every snapshot is the whole set, so a listener needs only the newest one: nothing is queued, and a slow listener
 * costs nobody memory.
 *
 * <p><b>Threads</b>: thread-safe for those who read and listen; {@link #publish} is called by one thread at a time.
 * Listeners and {@link #ready} are served on the executor given at construction.
 */
public final class LiveGroup implements EndpointGroup {

    private static final Comparator<Endpoint> BY_ADDRESS = Comparator.comparing(Endpoint::address);

    private final ServiceKey service;
    private final Executor deliveries;
    private final Consumer<LiveGroup> onClose;
    private final CompletableFuture<List<Endpoint>> ready = new CompletableFuture<>();
    private final Set<GroupListener> listeners = ConcurrentHashMap.newKeySet();
    private volatile List<Endpoint> endpoints = List.of();
    private volatile boolean closed;

    /**
     * An empty group that waits for its first snapshot.
     *
     * @param deliveries runs what is owed to listeners, in order, one task at a time
     * @param onClose called once, by the first {@link #close}
     */
    public LiveGroup(ServiceKey service, Executor deliveries, Consumer<LiveGroup> onClose) {
        this.service = service;
        this.deliveries = deliveries;
        this.onClose = onClose;
    }

    /** Replaces the snapshot; listeners hear of it only if it differs. The addresses are distinct, in any order. */
    public void publish(Collection<Endpoint> changed) {
        if (closed) {
            return;
        }
        List<Endpoint> sorted = changed.stream().sorted(BY_ADDRESS).toList();
        if (!sorted.equals(endpoints)) {
            endpoints = sorted;
            listeners.forEach(listener -> listener.signal(deliveries));
        }
        if (!ready.isDone()) {
            deliveries.execute(() -> ready.complete(sorted));
        }
    }

    @Override
    public ServiceKey service() {
        return service;
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    @Override
    public CompletionStage<List<Endpoint>> ready() {
        return ready.minimalCompletionStage();
    }

    @Override
    public Subscription listen(Consumer<List<Endpoint>> listener) {
        GroupListener added = new GroupListener(this, listener);
        listeners.add(added);
        if (closed) {
            listeners.remove(added);
        }
        added.start();
        return added;
    }

    @Override
    public void close() {
        synchronized (ready) {
            if (closed) {
                return;
            }
            closed = true;
        }
        listeners.clear();
        ready.completeExceptionally(new RegistryException(Reason.CLOSED, "group closed: service=" + service));
        onClose.accept(this);
    }

    boolean isClosed() {
        return closed;
    }

    void forget(GroupListener listener) {
        listeners.remove(listener);
    }
}
