package io.millrace.memory;

import java.nio.ByteBuffer;

/**
 * A piece of memory outside of the heap and the one way to give it back.
 *
 * @param buffer all of it: direct, little endian, aligned to 4096
 * @param release gives it back to the system; called once, when nobody touches the buffer any more
 */
record RawBlock(ByteBuffer buffer, Runnable release) {

    void free() {
        release.run();
    }
}
