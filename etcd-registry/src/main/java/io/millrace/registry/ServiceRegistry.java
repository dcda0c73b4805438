package io.millrace.registry;

import java.util.concurrent.CompletionStage;

/**
 * Tells where services are answered, and lets a provider's agent say that it answers one.
 *
 * <p>Opened by {@link ServiceRegistries}. One registry serves a whole process; it holds one lease for everything that
 * is registered through it.
 *
 * <p><b>Threads</b>: thread-safe. No method blocks but {@link #close}, so all others may be called on an event loop.
 * Stages are completed, and listeners called, on a thread of the registry: what depends on them must not block, or it
 * must move to a thread of its own.
 *
 * <p><b>Errors</b>: a mistake of the caller is an {@link IllegalArgumentException} at once; what the world does wrong
 * comes as {@link RegistryException}, thrown or in the stage. Trouble with the connection is never an exception: it is
 * retried until {@link #close}, and {@link #health} tells of it.
 */
public interface ServiceRegistry extends AutoCloseable {

    /**
     * Announces that {@code endpoint} answers {@code service}, until the registration or this registry is closed.
     *
     * <p>The stage completes when the registration was written for the first time. While the registry cannot be
     * reached it stays open and writing is tried again with growing pauses; it has no time limit of its own. A caller
     * who no longer wants to wait closes the registry, or calls {@code orTimeout} on a copy of the stage and closes the
     * registration once it comes.
     *
     * <p>What was written is kept: after a lost lease, a restart of the registry or the loss of its data it is written
     * again without the caller's doing; {@link Registration#isLive} is false meanwhile.
     *
     * @return a stage that fails with {@link RegistryException} for reason {@code DUPLICATE} if this registry already
     *     holds that address for that service, {@code LIMIT} if it holds too many registrations, {@code CLOSED} if it
     *     is or becomes closed
     */
    CompletionStage<Registration> register(ServiceKey service, Endpoint endpoint);

    /**
     * The live set of the endpoints of a service. Returns at once; the group is empty until the first answer.
     *
     * @return a group of its own for each call; the caller closes it
     * @throws RegistryException for reason {@code LIMIT} if too many groups are open, {@code CLOSED} after {@link
     *     #close}
     */
    EndpointGroup watch(ServiceKey service);

    /** Whether the registry can be reached now; cheap, for health checks. */
    Health health();

    /**
     * Withdraws every registration and closes every group; their last snapshots remain readable.
     *
     * <p>Takes at most a few seconds also when the registry cannot be reached; then the lease expires by itself. A
     * second call has no effect.
     */
    @Override
    void close();
}
