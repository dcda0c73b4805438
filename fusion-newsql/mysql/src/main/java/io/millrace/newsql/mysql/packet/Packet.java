package io.millrace.newsql.mysql.packet;

import io.netty.buffer.ByteBuf;

/**
 * A whole message of a client, joined if it came in several packets.
 *
 * <p><b>Ownership</b>: whoever holds it {@linkplain #release releases} it once.
 *
 * @param payload its bytes
 * @param firstSequence sequence number of its first packet, 0 to 255
 * @param lastSequence sequence number of its last packet; the answer goes on from it
 */
public record Packet(ByteBuf payload, int firstSequence, int lastSequence) {

    /** Gives the payload's memory back. */
    public void release() {
        payload.release();
    }
}
