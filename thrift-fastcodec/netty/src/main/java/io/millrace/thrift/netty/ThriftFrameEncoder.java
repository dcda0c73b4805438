package io.millrace.thrift.netty;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.ThriftMessage;
import io.millrace.thrift.ThriftStruct;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBufAllocator;

/**
 * Messages with their frames, ready for a connection's batch: small pieces in one buffer, large binaries as they lie in memory.
 *
 * <p><b>Threads.</b> {@link #encode} on any, {@link #write} on the event loop of the batch.
 */
public final class ThriftFrameEncoder {
    private static final int MAX_BYTES = Integer.MAX_VALUE;

    private ThriftFrameEncoder() {}

    /**
     * Gives a chain with the frame of one message, which the caller closes or hands to {@link #write}.
     *
     * @throws io.millrace.thrift.ThriftException if the struct cannot be written; there is no chain then
     */
    public static ChainedBuffer encode(
            MessageForm form, MessageHeader header, ThriftStruct body, ByteBufAllocator allocator) {
        ChainedBuffer frame = ChainedBuffer.create(allocator, MAX_BYTES);
        try {
            ThriftMessage.writeFramed(form, header, body, frame, allocator);
            return frame;
        } catch (RuntimeException e) {
            frame.close();
            throw e;
        }
    }

    /** Takes the chain and appends it to the batch, which leaves with all else of this turn. */
    public static void write(ChainedBuffer frame, WriteBatch batch) {
        try (frame) {
            frame.drainTo(batch::append);
        }
        batch.commit();
    }
}
