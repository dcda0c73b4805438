package io.millrace.registry;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The live set of endpoints of one service.
 *
 * <p>A registry that cannot be reached never changes the set: an endpoint leaves only when the registry said so.
 *
 * <p><b>Threads</b>: thread-safe; no method blocks.
 */
public interface EndpointGroup extends AutoCloseable {

    /** The service whose endpoints these are. */
    ServiceKey service();

    /**
     * The endpoints as last heard of.
     *
     * <p><b>Shape</b>: immutable, sorted by {@link Endpoint#address}, no address twice; the same object until something
     * changes. One volatile read.
     */
    List<Endpoint> endpoints();

    /**
     * The first answer of the registry, also an empty one.
     *
     * @return a stage that fails with {@link RegistryException} for reason {@code CLOSED} if the group is closed before
     */
    CompletionStage<List<Endpoint>> ready();

    /**
     * Calls {@code listener} with the present endpoints before this method returns, then after every change.
     *
     * <p>Calls come in the order of the changes, one at a time, each happening-before the next; later ones on the
     * registry's thread for listeners, or, where the registry is in memory, on the thread that made the change. A listener that is busy while several changes come is called once more, with the
     * newest. It must not block; an exception from it is logged and does not end the subscription.
     *
     * @return ends the subscription; a call that is under way meanwhile may still finish, none begins afterwards
     */
    Subscription listen(Consumer<List<Endpoint>> listener);

    /** Stops watching. The last snapshot stays readable; listeners are not called any more. A second call does nothing. */
    @Override
    void close();

    /** A listener's place in a group. */
    interface Subscription extends AutoCloseable {
        /** Ends the calls to the listener. A second call does nothing. */
        @Override
        void close();
    }
}
