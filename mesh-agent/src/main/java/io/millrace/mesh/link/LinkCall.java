package io.millrace.mesh.link;

import io.netty.buffer.ByteBuf;

/** A call that waits for its REPLY on a link. Called on the link's event loop; exactly one of the two methods, once. */
public interface LinkCall {
    /**
     * The answer.
     *
     * @param status of {@link LinkStatus}, or the carried protocol's own
     * @param serialization of the payload, in the carried protocol's numbers
     * @param inFlight calls that the provider agent has in its provider now
     * @param limit calls that it allows there
     * @param in borrows: valid for this call
     * @param index where the payload starts
     * @param length bytes of the payload; for a status of the link the payload is a message in UTF-8
     */
    void onReply(int status, int serialization, int inFlight, int limit, ByteBuf in, int index, int length);

    /**
     * The link ended first.
     *
     * @param taken whether the other side may have executed the call; if not, it may be sent elsewhere
     * @param why for a message
     */
    void onLinkLost(boolean taken, String why);
}
