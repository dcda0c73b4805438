package io.millrace.wal.append;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** Those who wait for the next force together: one completion for all of them. */
final class SyncGroup {

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final CompletionStage<Void> stage = done.minimalCompletionStage();
    private final AtomicBoolean wanted = new AtomicBoolean();

    /** Says that somebody waits; true for the first who says so. */
    boolean want() {
        return !wanted.get() && wanted.compareAndSet(false, true);
    }

    boolean isWanted() {
        return wanted.get();
    }

    CompletionStage<Void> stage() {
        return stage;
    }

    CompletableFuture<Void> done() {
        return done;
    }
}
