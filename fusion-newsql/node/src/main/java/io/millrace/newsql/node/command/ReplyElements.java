package io.millrace.newsql.node.command;

import io.millrace.newsql.node.resp.RespWriter;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Elements of an array, collected beside the reply until their count is known, which comes before them. <b>Ownership.</b> Has a buffer until closed. <b>Threads.</b> One. */
final class ReplyElements implements AutoCloseable {

    private static final int FIRST_BYTES = 512;

    private final RespWriter writer;
    private final ByteBuf out;
    private final ByteBuf collected;
    private int count;

    /** @param out of the reply: what has no room there has none here */
    ReplyElements(RespWriter writer, ByteBuf out) {
        this.writer = writer;
        this.out = out;
        this.collected = out.alloc().buffer(FIRST_BYTES, out.maxCapacity());
    }

    /** An array within an element. */
    void array(int size) {
        writer.array(collected, size);
    }

    /** Takes the readable bytes. */
    void bulk(ByteBuffer bytes) {
        writer.bulk(collected, bytes);
    }

    void real(double value) {
        writer.real(collected, value);
    }

    /** The element is complete; always true. */
    boolean next() {
        count++;
        return true;
    }

    /** Puts the array into the reply. */
    void reply(int partsOfAnElement) {
        writer.array(out, Math.multiplyExact(count, partsOfAnElement));
        out.writeBytes(collected);
    }

    @Override
    public void close() {
        collected.release();
    }
}
