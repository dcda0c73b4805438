package io.millrace.queue.run;

import io.millrace.memory.Page;

/** Takes messages as they are read, in ascending offset without a gap. */
public interface MessageSink {

    /**
     * A message.
     *
     * @param page borrows: its bytes stand still while this call lasts, or for as long as the taker {@linkplain Page#retain retains} the page
     * @param index where in the page the message begins
     * @param length its bytes; 0 is a message like any other
     */
    void accept(long offset, Page page, int index, int length);

    /** The message of this offset was lost to a damage and cut out by a repair. */
    void lost(long offset);
}
