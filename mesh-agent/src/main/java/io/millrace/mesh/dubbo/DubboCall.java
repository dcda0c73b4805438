package io.millrace.mesh.dubbo;

import io.netty.buffer.ByteBuf;

/** A call that waits for its response from a provider. Called on the connection's loop; exactly one of the two, once. */
public interface DubboCall {
    /**
     * The response.
     *
     * @param status of {@link DubboStatus}
     * @param serialization its number in the frame
     * @param in borrows: valid for this call
     */
    void onResponse(int status, int serialization, ByteBuf in, int index, int length);

    /** The connection broke before the response came; the provider may have executed the call. */
    void onConnectionLost(String why);
}
