package io.millrace.registry;

import java.util.concurrent.CompletionStage;

/**
 * An endpoint held in the registry by a lease; closing it removes the endpoint.
 *
 * <p><b>Threads</b>: thread-safe; only {@link #close} may block.
 */
public interface Registration extends AutoCloseable {

    /** The service that is answered. */
    ServiceKey service();

    /** The endpoint as it was last asked for by {@code register} or {@link #update}, written already or not. */
    Endpoint endpoint();

    /**
     * Replaces weight, capacity and the other properties without a moment in which the endpoint is absent.
     *
     * <p>Calls are applied in order; of several that wait for the same write, only the last is written, and all their
     * stages complete with it. Retried while the registry cannot be reached.
     *
     * @param changed the new state, with the same address
     * @return a stage that completes when the new state, or a later one, was written; it fails with {@link
     *     RegistryException} for reason {@code CLOSED} if the registration is closed before
     * @throws IllegalArgumentException if the address differs
     */
    CompletionStage<Void> update(Endpoint changed);

    /** Whether the registry holds the endpoint now; false while a lost lease is being replaced and after closing. */
    boolean isLive();

    /**
     * Withdraws the endpoint.
     *
     * @return a stage that completes when the endpoint is removed, or when the time allowed for it has passed without
     *     an answer; then the end of the lease removes it. It never fails
     */
    CompletionStage<Void> closeAsync();

    /** {@link #closeAsync}, and waits for it; bounded by the request timeout. Not to be called on an event loop. */
    @Override
    void close();
}
