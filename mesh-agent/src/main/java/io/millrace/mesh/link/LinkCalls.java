package io.millrace.mesh.link;

import io.millrace.mesh.MethodKey;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * Who takes the calls of a {@link LinkServer}. All methods are called on the event loop of the session given.
 *
 * @param <T> what it makes of a target, once per target and link
 */
public interface LinkCalls<T> {
    /** Called when a link defines a target. Never null; an unknown service is a target that refuses. */
    T resolve(MethodKey method);

    /**
     * A call. It must be answered once by {@link LinkSession#reply} or {@link LinkSession#refuse}.
     *
     * @param protocol 1 Dubbo, 2 Thrift
     * @param budgetMicros time left for it when it was sent
     * @param in borrows: retain a slice to keep the payload
     */
    void onCall(
            LinkSession<T> session,
            long id,
            T target,
            int protocol,
            int serialization,
            int budgetMicros,
            Map<String, String> attachments,
            ByteBuf in,
            int index,
            int length);

    /** A link was connected. */
    void onOpened(LinkSession<T> session);

    /** A link ended; replies to its calls go nowhere. */
    void onClosed(LinkSession<T> session);

    /** A peer broke the protocol; its connection is being closed. */
    void onMalformed(String peer, FrameException why);

    /** A fault of ours while a frame was handled; its connection is being closed. */
    void onFault(Throwable cause);
}
