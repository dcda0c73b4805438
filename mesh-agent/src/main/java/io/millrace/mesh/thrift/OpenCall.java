package io.millrace.mesh.thrift;

import io.millrace.thrift.MessageKind;
import io.netty.buffer.ByteBuf;

/** A call that a provider has. Called on the provider's loop; exactly one of the methods, once. */
public interface OpenCall {
    /**
     * The answer.
     *
     * @param kind {@link MessageKind#REPLY} or {@link MessageKind#EXCEPTION}
     * @param in borrows: valid for this call
     * @param index where the struct begins
     */
    void onAnswer(MessageKind kind, ByteBuf in, int index, int length);

    /** A one-way call was handed to its connection; nothing more will be heard of it. */
    void onSent();

    /** The connection for it was not made: the provider has not seen it. */
    void onNotSent(String why);

    /** The connection broke before the answer came; the provider may have executed the call. */
    void onConnectionLost(String why);
}
