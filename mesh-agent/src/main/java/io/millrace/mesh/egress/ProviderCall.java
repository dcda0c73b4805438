package io.millrace.mesh.egress;

import io.millrace.mesh.dubbo.DubboCall;
import io.millrace.mesh.dubbo.DubboStatus;
import io.millrace.mesh.dubbo.RequestTemplate;
import io.millrace.mesh.flow.WaitingRoom;
import io.millrace.mesh.link.LinkSession;
import io.millrace.mesh.link.LinkStatus;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One call between a link and the provider. Used on the agent's loop only. */
final class ProviderCall implements DubboCall, WaitingRoom.Waiting {
    private final ProviderGate gate;
    private final LinkSession<FrontedMethod> session;
    private final long linkId;
    private final RequestTemplate template;
    private final Map<String, String> attachments;
    private final long arrivedNanos;
    private final long deadlineNanos;
    private @Nullable ByteBuf waitingPayload;
    private long dubboId;
    private boolean answered;

    ProviderCall(
            ProviderGate gate,
            LinkSession<FrontedMethod> session,
            long linkId,
            RequestTemplate template,
            Map<String, String> attachments,
            long arrivedNanos,
            long deadlineNanos) {
        this.gate = gate;
        this.session = session;
        this.linkId = linkId;
        this.template = template;
        this.attachments = attachments;
        this.arrivedNanos = arrivedNanos;
        this.deadlineNanos = deadlineNanos;
    }

    LinkSession<FrontedMethod> session() {
        return session;
    }

    RequestTemplate template() {
        return template;
    }

    Map<String, String> attachments() {
        return attachments;
    }

    long arrivedNanos() {
        return arrivedNanos;
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    /** Takes: the arguments, while there is no room for the call. */
    void keep(ByteBuf payload) {
        waitingPayload = payload;
    }

    /** Gives the kept arguments; the caller releases them. */
    ByteBuf takePayload() {
        ByteBuf payload = waitingPayload;
        if (payload == null) {
            throw new IllegalStateException("call does not wait");
        }
        waitingPayload = null;
        return payload;
    }

    void dubboId(long id) {
        dubboId = id;
    }

    long dubboId() {
        return dubboId;
    }

    boolean isAnswered() {
        return answered;
    }

    @Override
    public boolean isWaiting() {
        return waitingPayload != null;
    }

    /** Sends the reply; only the first counts. */
    boolean reply(int status, int serialization, ByteBuf body, int index, int length) {
        if (answered) {
            return false;
        }
        answered = true;
        session.reply(linkId, status, serialization, gate.inProvider(), gate.limit(), body, index, length);
        return true;
    }

    /** Sends a status of the link; only the first answer counts. */
    void refuse(int status, String why) {
        if (!answered) {
            answered = true;
            session.refuse(linkId, status, gate.inProvider(), gate.limit(), why);
            gate.record(this, status);
        }
    }

    @Override
    public void onResponse(int status, int serialization, ByteBuf in, int index, int length) {
        if (status == DubboStatus.THREAD_POOL_EXHAUSTED) {
            gate.onPoolExhausted();
        }
        if (reply(status, serialization, in, index, length)) {
            gate.record(this, status);
        }
        gate.onPlaceFree();
    }

    @Override
    public void onConnectionLost(String why) {
        refuse(LinkStatus.LOST, why);
    }
}
