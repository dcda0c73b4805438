package io.millrace.registry.fixed;

import io.millrace.registry.Endpoint;
import io.millrace.registry.Registration;
import io.millrace.registry.RegistryException;
import io.millrace.registry.RegistryException.Reason;
import io.millrace.registry.ServiceKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A registration that nobody hears of: who is found is written in the list. */
final class SilentRegistration implements Registration {

    private final ServiceKey service;
    private volatile Endpoint endpoint;
    private volatile boolean closed;

    SilentRegistration(ServiceKey service, Endpoint endpoint) {
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
        if (closed) {
            return CompletableFuture.failedStage(
                    new RegistryException(Reason.CLOSED, "registration closed: address=" + endpoint.address()));
        }
        endpoint = changed;
        return CompletableFuture.completedStage(null);
    }

    @Override
    public boolean isLive() {
        return !closed;
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        closed = true;
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {
        closed = true;
    }
}
