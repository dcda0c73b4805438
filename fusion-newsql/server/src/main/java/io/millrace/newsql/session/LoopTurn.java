package io.millrace.newsql.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Whether a session's statement runs on an event loop, where nothing may be waited for, and what its answer waits for instead. One thread. */
final class LoopTurn {

    private static final CompletionStage<?> AT_ONCE = CompletableFuture.completedFuture("");

    private boolean on;
    private CompletionStage<?> leaves = AT_ONCE;

    boolean isOn() {
        return on;
    }

    /** From now on only statements run that wait for nothing. */
    void enter() {
        on = true;
        leaves = AT_ONCE;
    }

    /** The answer is not to leave before this. */
    void leavesBehind(CompletionStage<?> stage) {
        leaves = stage;
    }

    /** Gives what the answer has to wait for before it leaves. */
    CompletionStage<?> leave() {
        CompletionStage<?> behind = leaves;
        on = false;
        leaves = AT_ONCE;
        return behind;
    }
}
