package io.millrace.mesh.ingress;

import io.millrace.mesh.flow.Deadlines;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, in its connection's line of requests. Answers leave in the order of the requests; one that is ready
 * too early is kept here.
 */
abstract class Exchange extends Deadlines.Entry {
    private final boolean keepAlive;
    private @Nullable Exchange next;
    private @Nullable ByteBuf answer;
    private boolean answered;

    Exchange(boolean keepAlive) {
        this.keepAlive = keepAlive;
    }

    /** Whether the connection stays open after the answer. */
    final boolean isKeepAlive() {
        return keepAlive;
    }

    final @Nullable Exchange next() {
        return next;
    }

    final void next(Exchange follower) {
        next = follower;
    }

    final boolean isAnswered() {
        return answered;
    }

    final void markAnswered() {
        answered = true;
    }

    /** Takes: the answer, until its turn comes. */
    final void keep(ByteBuf early) {
        answer = early;
    }

    /** Gives the kept answer, or null. */
    final @Nullable ByteBuf takeKept() {
        ByteBuf kept = answer;
        answer = null;
        return kept;
    }

    /** The connection is gone; nobody waits for the answer. */
    abstract void onAbandoned();
}
