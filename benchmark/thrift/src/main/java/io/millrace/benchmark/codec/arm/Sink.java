package io.millrace.benchmark.codec.arm;

/**
 * Where results of measured work go, so that a compiler cannot leave the work out: an object that is reachable has to be made, a number that is summed has to be computed.
 */
public final class Sink {
    private Object last = "";
    private long sum;

    /** Keeps the object until the next one. */
    public void take(Object result) {
        last = result;
    }

    /** Adds the number to those before. */
    public void take(long result) {
        sum += result;
    }

    /** The object that came last. */
    public Object last() {
        return last;
    }

    /** The sum of all numbers. */
    public long sum() {
        return sum;
    }
}
