package io.millrace.mesh.dubbo;

import io.millrace.transport.FrameException;

/** What the owner of a {@link DubboClient} is told, on its loop. */
public interface DubboEvents {
    /** The provider answered a heartbeat on a new connection, or said that it takes calls again. */
    void onUp();

    /** The connection broke, was given up after three silent heartbeats, or the provider said that it takes no more calls. */
    void onDown(String why);

    /** The provider broke the protocol; the connection is being closed. */
    void onMalformed(FrameException why);
}
