package io.millrace.mesh.ingress;

import io.millrace.mesh.flow.WaitingRoom;
import io.millrace.mesh.ingress.Route.Target;
import io.millrace.mesh.link.LinkCall;
import io.millrace.mesh.link.LinkStatus;
import io.millrace.registry.Endpoint;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One call, whatever protocol it came in: from the request that was read to the answer, over as many attempts as it takes.
 *
 * <p>It ends exactly once: by a reply, by its deadline, or by the lack of an endpoint. Only what was certainly not executed is sent
 * again, at most {@value #MAX_ATTEMPTS} times in all and within the agent's retry budget.
 *
 * <p>How it ended is told as the status that HTTP has for it, in every protocol: that is what meters count.
 */
abstract class ForwardedCall extends Exchange implements LinkCall, WaitingRoom.Waiting {
    private static final int MAX_ATTEMPTS = 3;
    /** The status that nginx made customary for a client that left; it is counted, and sent to nobody. */
    private static final int CLIENT_GONE = 499;

    private enum Stage {
        NEW,
        WAITING,
        SENT,
        ENDED
    }

    private final LoopContext context;
    private final Route route;
    private final long startNanos;
    private Stage stage = Stage.NEW;
    private @Nullable Target target;
    private long linkId;
    private long sentNanos;
    private int attempts;

    ForwardedCall(LoopContext context, Route route, boolean keepAlive) {
        super(keepAlive);
        this.context = context;
        this.route = route;
        this.startNanos = context.deadlines().now();
    }

    /** Why an endpoint, as it is registered, cannot be given this call; null if it can. */
    abstract @Nullable String mismatch(Endpoint endpoint);

    /** Writes the call into the link of {@code to}, which has room; gives its id there. */
    abstract long writeTo(Target to, long budgetMicros);

    /** The provider has answered; {@link #retry}, or {@link #finish} and an answer, must follow. */
    abstract void onProviderReply(
            Target from, int status, int serialization, ByteBuf in, int index, int length, long now);

    /** Answers that the call failed; {@code providerStatus} is 0 where the provider did not answer. */
    abstract void answerError(int status, int providerStatus, String message);

    /** The call has ended, and is not sent again: it gives back what it holds. */
    abstract void release();

    final LoopContext context() {
        return context;
    }

    final Route route() {
        return route;
    }

    final void start() {
        context.callBegan();
        context.deadlines().add(this, startNanos + context.config().deadline().toNanos());
        context.server().retryBudget().deposit();
        route.dispatch(this, null);
    }

    /** Sends it to an endpoint whose link has room. */
    final void sendTo(Target to, long now) {
        String mismatch = mismatch(to.state().endpoint());
        if (mismatch != null) {
            fail(400, mismatch);
            return;
        }
        long budgetMicros = Math.max(1, (deadlineNanos() - now) / 1000);
        stage = Stage.SENT;
        target = to;
        sentNanos = now;
        attempts++;
        to.state().begin();
        linkId = writeTo(to, budgetMicros);
    }

    @Override
    public final void onReply(
            int status, int serialization, int inFlight, int limit, ByteBuf in, int index, int length) {
        Target from = leaveTarget();
        long now = context.deadlines().now();
        from.state().observe(inFlight, limit, now);
        if (stage == Stage.ENDED) {
            return;
        }
        if (LinkStatus.isOfProtocol(status)) {
            from.state().ejection().onSuccess();
            onProviderReply(from, status, serialization, in, index, length, now);
        } else {
            onLinkStatus(from, status, in.toString(index, length, StandardCharsets.UTF_8), now);
        }
        route.onPlaceFree();
    }

    private void onLinkStatus(Target from, int status, String message, long now) {
        int httpStatus = StatusMap.ofLink(status);
        record(from, httpStatus, now);
        if (status != LinkStatus.BUSY && status != LinkStatus.EXPIRED) {
            failed(from, now);
        }
        if (LinkStatus.isNotExecuted(status) && retry(from, LinkStatus.nameOf(status))) {
            return;
        }
        end(httpStatus, 0, message);
    }

    @Override
    public final void onLinkLost(boolean taken, String why) {
        Target from = leaveTarget();
        if (stage == Stage.ENDED) {
            return;
        }
        long now = context.deadlines().now();
        record(from, 502, now);
        if (taken) {
            failed(from, now);
        }
        if (taken || !retry(from, "not-taken")) {
            end(502, 0, why);
        }
        route.onPlaceFree();
    }

    /** Sends it once more, elsewhere; false if it was sent often enough. */
    final boolean retry(Target from, String reason) {
        if (attempts >= MAX_ATTEMPTS || !context.server().retryBudget().withdraw()) {
            return false;
        }
        context.countRetry(reason);
        stage = Stage.NEW;
        route.dispatch(this, from);
        return true;
    }

    @Override
    protected final void onDeadline() {
        Target at = target;
        if (at == null) {
            end(504, 0, route.waitedFor() + " within " + deadlineMillis() + " ms");
            return;
        }
        long now = context.deadlines().now();
        at.link().forget(linkId);
        record(at, 504, now);
        failed(at, now);
        leaveTarget();
        end(504, 0, "no answer from " + route.key() + " within " + deadlineMillis() + " ms");
        route.onPlaceFree();
    }

    private long deadlineMillis() {
        return context.config().deadline().toMillis();
    }

    /** There is no endpoint for it. */
    final void fail(int status, String why) {
        end(status, 0, why);
    }

    /** Counts how an endpoint answered. */
    final void record(Target from, int status, long now) {
        from.record(status, now - sentNanos);
    }

    private void failed(Target at, long now) {
        if (at.state().ejection().onFailure(now)) {
            route.ejected(at);
        }
    }

    private Target leaveTarget() {
        Target from = target;
        if (from == null) {
            throw new IllegalStateException("call was not sent: service=" + route.key());
        }
        target = null;
        from.state().end();
        return from;
    }

    /** Ends it with an error. */
    final void end(int status, int providerStatus, String message) {
        finish(status, context.deadlines().now());
        answerError(status, providerStatus, message);
    }

    /** Ends it; the answer follows. */
    final void finish(int status, long now) {
        stopWaiting();
        stage = Stage.ENDED;
        context.deadlines().remove(this);
        context.callEnded();
        route.record(status, now - startNanos);
        release();
    }

    final void startWaiting() {
        stage = Stage.WAITING;
        route.onWaitBegan();
    }

    final void stopWaiting() {
        if (stage == Stage.WAITING) {
            stage = Stage.NEW;
            route.onWaitEnded();
        }
    }

    @Override
    public final boolean isWaiting() {
        return stage == Stage.WAITING;
    }

    @Override
    final void onAbandoned() {
        // What was sent already is ended by its reply, which frees the endpoint's place; the connection drops the
        // answer.
        if (stage == Stage.WAITING) {
            finish(CLIENT_GONE, context.deadlines().now());
        }
    }
}
