package io.millrace.buffer;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Queue of buffers with access by place; a ring over an array, so that a chain in steady state allocates nothing. */
final class NodeRing {
    /** Most chains hold one message: its header, its body and a tail. */
    private static final int INITIAL_CAPACITY = 4;

    private ByteBuf[] ring = new ByteBuf[INITIAL_CAPACITY];
    private int head;
    private int count;

    int count() {
        return count;
    }

    ByteBuf get(int place) {
        assert place >= 0 && place < count;
        return ring[at(place)];
    }

    void add(ByteBuf node) {
        if (count == ring.length) {
            grow();
        }
        ring[at(count)] = node;
        count++;
    }

    @SuppressWarnings("NullAway") // the emptied place must not keep the buffer reachable; nobody reads it
    ByteBuf removeFirst() {
        assert count > 0;
        ByteBuf first = ring[head];
        ring[head] = null;
        head = at(1);
        count--;
        return first;
    }

    private int at(int place) {
        return (head + place) & (ring.length - 1);
    }

    private void grow() {
        ByteBuf[] larger = Arrays.copyOfRange(ring, head, head + 2 * ring.length);
        System.arraycopy(ring, 0, larger, ring.length - head, head);
        ring = larger;
        head = 0;
    }
}
