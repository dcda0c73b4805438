package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Frame;

/** Groups of rows: all rows are added, then a row is given for each group. One thread. Must be closed. */
interface Groups extends AutoCloseable {

    /** Takes the frame's row. */
    void add(Frame frame);

    /** All rows are there. */
    void finish(Frame frame);

    /** Puts the next group's row into the frame. */
    boolean next(Frame frame);

    @Override
    void close();
}
