package io.millrace.mesh.egress;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;

/** The provider behind the agent, in the protocol that it speaks. Used on the agent's loop only. */
interface Upstream {
    /** The number of its protocol on links. */
    int protocol();

    /** Whether it can be sent arguments in this serialization. */
    boolean takes(FrontedMethod method, int serialization);

    /** Starts to connect, and goes on with it until {@link #close}. */
    void open();

    /** Ends all connections; open calls are told that they were lost. */
    void close();

    /** Whether {@link #send} may be called: the provider has lately given a sign of life. */
    boolean isUp();

    /** Why it is not up. */
    String lastFailure();

    /** Whether it takes one more call now, as far as connections go; the capacity is the gate's business. */
    boolean hasRoom();

    /** Calls that the provider has and has not answered. */
    int openCalls();

    /** Connections that are open. */
    int connections();

    /** Sends a call whose arguments are {@code length} bytes of {@code in} from {@code index} (borrows). */
    void send(ProviderCall call, ByteBuf in, int index, int length);

    /** Shows every open call to {@code action}, which may not send. */
    void forEachOpen(Consumer<ProviderCall> action);

    /** Stops waiting for the answer to a call; if it still comes it is dropped. */
    void forget(ProviderCall call);

    /** Called now and then. */
    void sweep(long nowNanos);
}
