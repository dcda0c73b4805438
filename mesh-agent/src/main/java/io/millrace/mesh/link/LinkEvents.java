package io.millrace.mesh.link;

import io.millrace.transport.FrameException;

/** What the owner of links is told, on the link's event loop. */
public interface LinkEvents {
    /** The link became ready for calls, or stopped being so ({@link LinkClient#state()} tells which). */
    void onStateChanged(LinkClient link);

    /** The other side broke the protocol; the link is being closed. */
    void onMalformed(String peer, FrameException why);
}
