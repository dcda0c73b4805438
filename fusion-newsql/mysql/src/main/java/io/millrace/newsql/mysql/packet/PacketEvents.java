package io.millrace.newsql.mysql.packet;

import io.millrace.transport.FrameException;

/** Who hears of a connection's packets. All calls are on its event loop. */
public interface PacketEvents {

    /** Takes: a whole message. */
    void onPacket(Packet packet);

    /** The bytes break the protocol; none will follow. */
    void onMalformed(FrameException why);
}
