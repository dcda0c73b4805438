package io.millrace.registry.etcd;

import io.millrace.registry.RegistryException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Those who wait for one write; they hear of it on the thread for deliveries. */
final class Write {

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Executor deliveries;

    Write(Executor deliveries) {
        this.deliveries = deliveries;
    }

    CompletionStage<Void> stage() {
        return done.minimalCompletionStage();
    }

    static void complete(@Nullable Write write) {
        if (write != null) {
            write.deliveries.execute(() -> write.done.complete(null));
        }
    }

    static void fail(@Nullable Write write, RegistryException why) {
        if (write != null) {
            write.deliveries.execute(() -> write.done.completeExceptionally(why));
        }
    }
}
