package io.millrace.registry.memory;

import io.millrace.registry.Endpoint;
import io.millrace.registry.Registration;
import io.millrace.registry.RegistryException;
import io.millrace.registry.RegistryException.Reason;
import io.millrace.registry.ServiceKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A registration that is live from the moment it is made. */
final class MemoryRegistration implements Registration {

    private final MemoryServiceRegistry registry;
    private final ServiceKey service;
    private volatile Endpoint endpoint;

    MemoryRegistration(MemoryServiceRegistry registry, ServiceKey service, Endpoint endpoint) {
        this.registry = registry;
        this.service = service;
        this.endpoint = endpoint;
    }

    @Override
    public ServiceKey service() {
        return service;
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public CompletionStage<Void> update(Endpoint changed) {
        if (!changed.address().equals(endpoint.address())) {
            throw new IllegalArgumentException(
                    "address differs: " + changed.address() + " (expected: " + endpoint.address() + ')');
        }
        if (registry.update(this, () -> endpoint = changed)) {
            return CompletableFuture.completedStage(null);
        }
        return CompletableFuture.failedStage(
                new RegistryException(Reason.CLOSED, "registration closed: address=" + endpoint.address()));
    }

    @Override
    public boolean isLive() {
        return registry.isHeld(this);
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        registry.remove(this);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {
        registry.remove(this);
    }
}
