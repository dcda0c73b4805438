package io.millrace.queue;

import io.netty.buffer.ByteBuf;

/** A listener that follows a queue, until this is closed. */
public interface Follow extends AutoCloseable {

    /** The offset of the message that the listener gets next. */
    long nextOffset();

    /** Ends it, and returns when the listener is not called any more. A second close does nothing. */
    @Override
    void close();

    /** Gets the messages, one after the other, on the follow's thread. */
    interface Listener {

        /** A message. Borrows the bytes: valid during the call unless retained. What it throws ends the follow. */
        void message(long offset, ByteBuf bytes);

        /** The follow ended by itself: what the listener threw, or why reading on is impossible. */
        void ended(Exception cause);
    }
}
