package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;

/** One connection's side of a protocol. <b>Threads.</b> Used on its connection's loop only. */
interface Dialog {

    /** Whether {@link #next} may be called: what comes before the first query (greeting, login, preparing) is done. */
    boolean isReady();

    /** Says the first words, if the client speaks first. Borrows the buffer. */
    void begin(ByteBuf out);

    /** Appends the next queries, as many as are sent at once. Borrows the buffer. */
    int next(ByteBuf out);

    /**
     * Reads whole answers and leaves the beginning of one that is not there yet. Borrows both buffers.
     *
     * @param out takes what has to be said at once, before the dialog is ready
     * @return how many queries were answered
     * @throws UnexpectedAnswerException for an error, or an answer that does not fit its query
     */
    int read(ByteBuf in, ByteBuf out);
}
