package io.millrace.registry.group;

import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener's place in a group: calls it in order and never twice at a time, without a lock.
 *
 * <p>{@code owed} counts the changes since the listener was idle. Who raises it from zero delivers, or has it done on
 * the executor; the others leave their change to that one, which looks again until nothing is owed. So at most one
 * task stands in the executor's queue for each listener, and a listener that publishes to its own group does not recurse.
 */
final class GroupListener implements EndpointGroup.Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(GroupListener.class);

    private final LiveGroup group;
    private final Consumer<List<Endpoint>> listener;
    /** Starts at one: the first delivery belongs to {@link #start}, on the thread that subscribes. */
    private final AtomicInteger owed = new AtomicInteger(1);

    private volatile boolean closed;
    private @Nullable List<Endpoint> last;

    GroupListener(LiveGroup group, Consumer<List<Endpoint>> listener) {
        this.group = group;
        this.listener = listener;
    }

    void start() {
        call(group.endpoints());
        deliver();
    }

    void signal(Executor deliveries) {
        if (owed.getAndIncrement() == 0) {
            deliveries.execute(this::deliver);
        }
    }

    @Override
    public void close() {
        closed = true;
        group.forget(this);
    }

    private void deliver() {
        int seen = owed.get();
        do {
            List<Endpoint> now = group.endpoints();
            if (now != last && !closed && !group.isClosed()) {
                call(now);
            }
            seen = owed.addAndGet(-seen);
        } while (seen != 0);
    }

    private void call(List<Endpoint> endpoints) {
        last = endpoints;
        try {
            listener.accept(endpoints);
        } catch (RuntimeException | Error failure) {
            LOG.error("listener failed, service={}", group.service(), failure);
        }
    }
}
