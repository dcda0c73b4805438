package io.millrace.mesh.thrift;

import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.ThriftException;
import io.millrace.thrift.ThriftException.Reason;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftMessage;
import io.millrace.transport.FrameException;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;

/**
 * Reads and writes what stands around the struct of a message: the frame's length, a header of the header transport, the message's
 * own header.
 *
 * <p><b>Threads</b>: one event loop; it reads into memory of its own, over and over.
 */
public final class ThriftEnvelope {
    /** Most bytes before a struct: a name, and what a client says beside the message in the header transport. */
    public static final int MAX_HEADER_BYTES = 4 << 10;

    private static final ThriftLimits LIMITS = ThriftLimits.defaults().withMessageBytes(MAX_HEADER_BYTES);

    private final byte[] front = new byte[MAX_HEADER_BYTES];

    /**
     * Walks the header of the message in {@code length} bytes of {@code in} from {@code index} (borrows). The struct begins {@link
     * ThriftMessage#bodyOffset()} bytes behind the index; the rest of what is given is header, form and info.
     *
     * @throws FrameException if no message of a known form begins here, or if its header is longer than {@link #MAX_HEADER_BYTES}
     */
    public ThriftMessage read(ByteBuf in, int index, int length) {
        int copied = Math.min(length, MAX_HEADER_BYTES);
        in.getBytes(index, front, 0, copied);
        try {
            return ThriftMessage.read(front, 0, copied, LIMITS);
        } catch (ThriftException e) {
            if (e.reason() == Reason.TRUNCATED && copied < length) {
                throw new FrameException("message header", "longer", "<= " + MAX_HEADER_BYTES + " bytes");
            }
            throw new FrameException(
                    "message header",
                    String.valueOf(e.getMessage()),
                    "a call in the binary or compact protocol, with or without a header of the header transport");
        }
    }

    /** Writes a framed message whose struct is {@code length} bytes of {@code struct} from {@code index} (borrows). The caller commits. */
    public static void write(
            WriteBatch out, MessageForm form, MessageHeader header, ByteBuf struct, int index, int length) {
        byte[] head = ThriftMessage.head(form, header);
        ByteBuf tail = out.reserve(Integer.BYTES + head.length);
        tail.writeInt(head.length + length).writeBytes(head);
        out.appendSlice(struct, index, length);
    }

    /** As the other, into a buffer that has room for it or grows. */
    public static void write(
            ByteBuf out, MessageForm form, MessageHeader header, ByteBuf struct, int index, int length) {
        byte[] head = ThriftMessage.head(form, header);
        out.writeInt(head.length + length).writeBytes(head).writeBytes(struct, index, length);
    }
}
