package io.millrace.thrift;

/** The bytes of a binary message, and what reading them may cost; what is exceeded is thrown with its path. */
abstract sealed class BinaryBytes permits BinaryInput {
    final byte[] bytes;
    final int start;
    final int end;
    final ThriftLimits limits;
    final int stringBytes;
    private final int containerSize;
    private long budget;
    private int depthLeft;

    BinaryBytes(byte[] bytes, int start, int end, ThriftLimits limits) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.limits = limits;
        this.stringBytes = limits.stringBytes();
        this.containerSize = limits.containerSize();
        this.budget = limits.budget(end - start);
        this.depthLeft = limits.depth();
    }

    /** One level further in. */
    final void descend(int at) {
        if (--depthLeft < 0) {
            throw failures().tooDeep(at);
        }
    }

    /** One level out again. */
    final void rise() {
        depthLeft++;
    }

    /** Checks that {@code count} elements of at least {@code smallest} bytes can lie behind a header. */
    final void checkCount(int at, int count, int smallest, int header) {
        int left = end - at - header;
        if (count < 0 || count > containerSize || (long) count * smallest > left) {
            throw failures().count(at, count, left);
        }
    }

    final void charge(int at, long memory) {
        budget -= memory;
        if (budget < 0) {
            throw failures().tooMuchMemory(at);
        }
    }

    final BinaryFailures failures() {
        return new BinaryFailures(bytes, start, end, limits);
    }
}
