package io.millrace.mesh.flow;

import io.millrace.transport.FrameException;

/** What the owner of the connection to a provider is told, whatever protocol it speaks, on its loop. */
public interface ProviderEvents {
    /** The provider gave a sign of life on a new connection, or said that it takes calls again. */
    void onUp();

    /** The provider is gone, was given up after three silent heartbeats, or said that it takes no more calls. */
    void onDown(String why);

    /** The provider broke the protocol; the connection is being closed. */
    void onMalformed(FrameException why);
}
