package io.millrace.mesh.link;

import java.util.concurrent.atomic.LongAdder;

/** Bytes and open links, summed over all links of an agent. Thread-safe. */
public final class LinkTraffic {
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder open = new LongAdder();

    /** Bytes of frames received. */
    public long bytesIn() {
        return bytesIn.sum();
    }

    /** Bytes of frames sent. */
    public long bytesOut() {
        return bytesOut.sum();
    }

    /** Links that are connected now. */
    public long open() {
        return open.sum();
    }

    void received(long bytes) {
        bytesIn.add(bytes);
    }

    void sent(long bytes) {
        bytesOut.add(bytes);
    }

    void opened() {
        open.increment();
    }

    void closed() {
        open.decrement();
    }
}
