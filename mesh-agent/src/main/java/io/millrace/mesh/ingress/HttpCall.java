package io.millrace.mesh.ingress;

import io.millrace.mesh.dubbo.DubboFormatException;
import io.millrace.mesh.dubbo.DubboStatus;
import io.millrace.mesh.dubbo.ResultText;
import io.millrace.mesh.dubbo.Serialization;
import io.millrace.mesh.dubbo.TextArgument;
import io.millrace.mesh.flow.WaitingRoom;
import io.millrace.mesh.ingress.Route.Target;
import io.millrace.mesh.link.LinkCall;
import io.millrace.mesh.link.LinkStatus;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call: from the parsed form to the answer, over as many attempts as it takes.
 *
 * <p>It ends exactly once: by a reply, by its deadline, or by the lack of an endpoint. Only what was certainly not executed is sent
 * again, at most {@value #MAX_ATTEMPTS} times in all and within the agent's retry budget; a provider whose thread pool was exhausted
 * earns one attempt elsewhere.
 */
final class HttpCall extends HttpExchange implements LinkCall, WaitingRoom.Waiting {
    private static final int PROTOCOL_DUBBO = 1;
    private static final int MAX_ATTEMPTS = 3;
    /** The status that nginx made customary for a client that left; it is counted, and sent to nobody. */
    private static final int CLIENT_GONE = 499;

    private enum Stage {
        NEW,
        WAITING,
        SENT,
        ENDED
    }

    private final HttpConnection connection;
    private final LoopContext context;
    private final CallableMethod method;
    private final Map<String, String> attachments;
    private final long startNanos;
    /** The parameter: as it stands in the request, or decoded. One of the two. */
    private final @Nullable ByteBuf plain;

    private final int plainIndex;
    private final int plainLength;
    private final @Nullable String decoded;

    private Stage stage = Stage.NEW;
    private @Nullable Target target;
    private long linkId;
    private long sentNanos;
    private int attempts;
    private boolean poolExhaustedOnce;

    /** @param plain retained here until the call has ended; null if {@code decoded} is given */
    HttpCall(
            HttpConnection connection,
            LoopContext context,
            CallableMethod method,
            Map<String, String> attachments,
            @Nullable ByteBuf plain,
            int plainIndex,
            int plainLength,
            @Nullable String decoded,
            boolean keepAlive) {
        super(keepAlive);
        this.connection = connection;
        this.context = context;
        this.method = method;
        this.attachments = attachments;
        this.plain = plain == null ? null : plain.retain();
        this.plainIndex = plainIndex;
        this.plainLength = plainLength;
        this.decoded = decoded;
        this.startNanos = context.deadlines().now();
    }

    void start() {
        context.callBegan();
        context.deadlines().add(this, startNanos + context.config().deadline().toNanos());
        context.server().retryBudget().deposit();
        method.route().dispatch(this, null);
    }

    /** Writes the call into the link of {@code to}, which has room. */
    void sendTo(Target to, long now) {
        Serialization serialization = to.serialization();
        long budgetMicros = Math.max(1, (deadlineNanos() - now) / 1000);
        stage = Stage.SENT;
        target = to;
        sentNanos = now;
        attempts++;
        to.state().begin();
        ByteBuf out = to.link()
                .begin(
                        this,
                        method.target(),
                        PROTOCOL_DUBBO,
                        serialization.id(),
                        budgetMicros,
                        attachments,
                        mostArgumentBytes());
        writeArgument(serialization, out);
        linkId = to.link().end();
    }

    private int mostArgumentBytes() {
        String text = decoded;
        return text == null ? TextArgument.mostBytesOfPlain(plainLength) : TextArgument.mostBytes(text.length());
    }

    private void writeArgument(Serialization serialization, ByteBuf out) {
        ByteBuf bytes = plain;
        if (bytes != null) {
            TextArgument.writePlainString(serialization, bytes, plainIndex, plainLength, out);
        } else {
            method.argument().write(serialization, decoded == null ? "" : decoded, out);
        }
    }

    @Override
    public void onReply(int status, int serialization, int inFlight, int limit, ByteBuf in, int index, int length) {
        Target from = leaveTarget();
        long now = context.deadlines().now();
        from.state().observe(inFlight, limit, now);
        if (stage == Stage.ENDED) {
            return;
        }
        if (status == DubboStatus.OK) {
            from.state().ejection().onSuccess();
            answerResult(from, serialization, in, index, length, now);
        } else if (LinkStatus.isOfProtocol(status)) {
            from.state().ejection().onSuccess();
            onProviderStatus(from, status, serialization, in, index, length, now);
        } else {
            onLinkStatus(from, status, in.toString(index, length, StandardCharsets.UTF_8), now);
        }
        method.route().onPlaceFree();
    }

    private void answerResult(Target from, int serialization, ByteBuf in, int index, int length, long now) {
        Serialization known = Serialization.ofId(serialization);
        ByteBuf text = context.text();
        int status;
        ResultText.Kind kind;
        try {
            if (known == null) {
                throw new DubboFormatException("serialization not read here: " + serialization);
            }
            kind = ResultText.write(known, in, index, length, text);
            status = kind == ResultText.Kind.EXCEPTION ? 500 : 200;
        } catch (DubboFormatException e) {
            from.record(502, now - sentNanos);
            end(502, DubboStatus.OK, "result of the provider cannot be read: " + e.getMessage());
            return;
        }
        from.record(status, now - sentNanos);
        if (status == 200) {
            finish(200, now);
            connection.answer(this, 200, kind == ResultText.Kind.TEXT ? HttpAnswers.TEXT : HttpAnswers.JSON, text);
        } else {
            end(500, DubboStatus.OK, text.toString(StandardCharsets.UTF_8));
        }
    }

    private void onProviderStatus(
            Target from, int status, int serialization, ByteBuf in, int index, int length, long now) {
        int httpStatus = StatusMap.ofDubbo(status);
        from.record(httpStatus, now - sentNanos);
        if (status == DubboStatus.THREAD_POOL_EXHAUSTED && !poolExhaustedOnce) {
            poolExhaustedOnce = true;
            if (retry(from, "pool-exhausted")) {
                return;
            }
        }
        String message;
        try {
            Serialization known = Serialization.ofId(serialization);
            message = known == null ? "" : ResultText.message(known, in, index, length);
        } catch (DubboFormatException e) {
            message = "message of the provider cannot be read: " + e.getMessage();
        }
        end(httpStatus, status, message);
    }

    private void onLinkStatus(Target from, int status, String message, long now) {
        int httpStatus = StatusMap.ofLink(status);
        from.record(httpStatus, now - sentNanos);
        if (status != LinkStatus.BUSY && status != LinkStatus.EXPIRED) {
            failed(from, now);
        }
        if (LinkStatus.isNotExecuted(status) && retry(from, LinkStatus.nameOf(status))) {
            return;
        }
        end(httpStatus, 0, message);
    }

    @Override
    public void onLinkLost(boolean taken, String why) {
        Target from = leaveTarget();
        if (stage == Stage.ENDED) {
            return;
        }
        long now = context.deadlines().now();
        from.record(502, now - sentNanos);
        if (taken) {
            failed(from, now);
        }
        if (taken || !retry(from, "not-taken")) {
            end(502, 0, why);
        }
        method.route().onPlaceFree();
    }

    private boolean retry(Target from, String reason) {
        if (attempts >= MAX_ATTEMPTS || !context.server().retryBudget().withdraw()) {
            return false;
        }
        context.countRetry(reason);
        stage = Stage.NEW;
        method.route().dispatch(this, from);
        return true;
    }

    @Override
    protected void onDeadline() {
        Target at = target;
        if (at == null) {
            end(504, 0, method.route().waitedFor() + " within " + deadlineMillis() + " ms");
            return;
        }
        long now = context.deadlines().now();
        at.link().forget(linkId);
        at.record(504, now - sentNanos);
        failed(at, now);
        leaveTarget();
        end(504, 0, "no answer from " + method.route().key() + " within " + deadlineMillis() + " ms");
        method.route().onPlaceFree();
    }

    private long deadlineMillis() {
        return context.config().deadline().toMillis();
    }

    /** There is no endpoint for it. */
    void fail(int status, String why) {
        end(status, 0, why);
    }

    private void failed(Target at, long now) {
        if (at.state().ejection().onFailure(now)) {
            method.route().ejected(at);
        }
    }

    private Target leaveTarget() {
        Target from = target;
        if (from == null) {
            throw new IllegalStateException("call was not sent: " + method.target());
        }
        target = null;
        from.state().end();
        return from;
    }

    private void end(int status, int dubboStatus, String message) {
        finish(status, context.deadlines().now());
        connection.answerError(this, status, dubboStatus, message);
    }

    private void finish(int status, long now) {
        stopWaiting();
        stage = Stage.ENDED;
        context.deadlines().remove(this);
        context.callEnded();
        method.route().record(status, now - startNanos);
        if (plain != null) {
            plain.release();
        }
    }

    void startWaiting() {
        stage = Stage.WAITING;
        method.route().onWaitBegan();
    }

    void stopWaiting() {
        if (stage == Stage.WAITING) {
            stage = Stage.NEW;
            method.route().onWaitEnded();
        }
    }

    @Override
    public boolean isWaiting() {
        return stage == Stage.WAITING;
    }

    @Override
    void onAbandoned() {
        // What was sent already is ended by its reply, which frees the endpoint's place; the connection drops the
        // answer.
        if (stage == Stage.WAITING) {
            finish(CLIENT_GONE, context.deadlines().now());
        }
    }
}
