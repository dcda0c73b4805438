package io.millrace.benchmark.codec.arm;

/** One library's way to do the work of one case. One thread at a time. */
public interface Arm {
    /**
     * Does it once and gives the sink what came of it.
     *
     * @param turn from 0, counting up: the message that is worked on is another one each time
     */
    void once(int turn, Sink sink) throws Exception;
}
