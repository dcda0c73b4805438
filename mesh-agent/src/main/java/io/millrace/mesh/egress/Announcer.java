package io.millrace.mesh.egress;

import io.millrace.mesh.ProvidedService;
import io.millrace.registry.Endpoint;
import io.millrace.registry.Registration;
import io.millrace.registry.ServiceRegistry;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the services of a provider agent registered exactly as long as its provider answers.
 *
 * <p>Registering and withdrawing take turns: the one waits for the other to be done, so a provider that flaps never ends with its
 * registration deleted by the withdrawal before.
 *
 * <p><b>Threads</b>: thread-safe.
 */
final class Announcer {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final ServiceRegistry registry;
    private final List<ProvidedService> services;
    private final InetSocketAddress advertised;
    private CompletableFuture<?> turn = CompletableFuture.completedFuture(null);
    private boolean wanted;
    private volatile List<Registration> registrations = List.of();

    Announcer(ServiceRegistry registry, List<ProvidedService> services, InetSocketAddress advertised) {
        this.registry = registry;
        this.services = services;
        this.advertised = advertised;
    }

    /** Registers, unless it is already. */
    synchronized void announce() {
        if (!wanted) {
            wanted = true;
            turn = turn.handle((done, failure) -> null).thenCompose(done -> registerAll());
        }
    }

    /** Withdraws; the stage completes when nothing is registered any more. */
    synchronized CompletionStage<?> withdraw(String why) {
        if (wanted) {
            wanted = false;
            LOG.info("withdraws address={} cause='{}'", advertised, why);
            turn = turn.handle((done, failure) -> null).thenCompose(done -> closeAll());
        }
        return turn;
    }

    /** Whether every service is registered and its lease lives. */
    boolean isLive() {
        List<Registration> now = registrations;
        return now.size() == services.size() && now.stream().allMatch(Registration::isLive);
    }

    private CompletableFuture<?> registerAll() {
        List<CompletableFuture<@Nullable Registration>> all = new ArrayList<>();
        for (ProvidedService each : services) {
            Endpoint endpoint = new Endpoint(
                    advertised.getHostString(),
                    advertised.getPort(),
                    each.weight(),
                    each.capacity(),
                    each.protocol(),
                    each.serialization(),
                    null);
            all.add(registry.register(each.key(), endpoint)
                    .toCompletableFuture()
                    .handle((registration, failure) -> {
                        if (failure != null) {
                            LOG.error("cannot register service={} address={}", each.key(), advertised, failure);
                            return null;
                        }
                        LOG.info(
                                "registered service={} address={} weight={} capacity={}",
                                each.key(),
                                advertised,
                                each.weight(),
                                each.capacity());
                        return registration;
                    }));
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).thenRun(() -> {
            List<Registration> made = new ArrayList<>();
            for (CompletableFuture<@Nullable Registration> each : all) {
                Registration registration = each.getNow(null);
                if (registration != null) {
                    made.add(registration);
                }
            }
            registrations = List.copyOf(made);
        });
    }

    private CompletableFuture<?> closeAll() {
        List<Registration> now = registrations;
        registrations = List.of();
        return CompletableFuture.allOf(now.stream()
                .map(each -> each.closeAsync().toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }
}
