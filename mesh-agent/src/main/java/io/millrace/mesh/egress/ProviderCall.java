package io.millrace.mesh.egress;

import io.millrace.mesh.dubbo.DubboCall;
import io.millrace.mesh.dubbo.DubboStatus;
import io.millrace.mesh.flow.WaitingRoom;
import io.millrace.mesh.link.LinkSession;
import io.millrace.mesh.link.LinkStatus;
import io.millrace.mesh.thrift.OpenCall;
import io.millrace.mesh.thrift.ThriftStatus;
import io.millrace.thrift.MessageKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One call between a link and the provider. Used on the agent's loop only. */
final class ProviderCall implements DubboCall, OpenCall, WaitingRoom.Waiting {
    private final ProviderGate gate;
    private final LinkSession<FrontedMethod> session;
    private final long linkId;
    private final FrontedMethod method;
    private final int serialization;
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
            FrontedMethod method,
            int serialization,
            Map<String, String> attachments,
            long arrivedNanos,
            long deadlineNanos) {
        this.gate = gate;
        this.session = session;
        this.linkId = linkId;
        this.method = method;
        this.serialization = serialization;
        this.attachments = attachments;
        this.arrivedNanos = arrivedNanos;
        this.deadlineNanos = deadlineNanos;
    }

    LinkSession<FrontedMethod> session() {
        return session;
    }

    FrontedMethod method() {
        return method;
    }

    /** Of its arguments, in the numbers of its protocol. */
    int serialization() {
        return serialization;
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
    public void onResponse(int status, int serializationOfBody, ByteBuf in, int index, int length) {
        if (status == DubboStatus.THREAD_POOL_EXHAUSTED) {
            gate.onPoolExhausted();
        }
        answered(status, serializationOfBody, in, index, length);
    }

    @Override
    public void onAnswer(MessageKind kind, ByteBuf in, int index, int length) {
        int status = kind == MessageKind.REPLY ? ThriftStatus.REPLY : ThriftStatus.EXCEPTION;
        answered(status, serialization, in, index, length);
    }

    @Override
    public void onSent() {
        answered(ThriftStatus.REPLY, serialization, Unpooled.EMPTY_BUFFER, 0, 0);
    }

    private void answered(int status, int serializationOfBody, ByteBuf in, int index, int length) {
        if (reply(status, serializationOfBody, in, index, length)) {
            gate.record(this, status);
        }
        gate.onPlaceFree();
    }

    @Override
    public void onNotSent(String why) {
        refuse(LinkStatus.UNAVAILABLE, why);
        gate.onPlaceFree();
    }

    @Override
    public void onConnectionLost(String why) {
        refuse(LinkStatus.LOST, why);
        gate.onPlaceFree();
    }
}
