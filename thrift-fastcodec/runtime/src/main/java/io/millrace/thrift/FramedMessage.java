package io.millrace.thrift;

import io.millrace.buffer.ChainedBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a message with its frame's length into a chain: what stands before the struct is gathered first, so that the length is known before anything is written. */
final class FramedMessage {
    private static final int BINARY_VERSION = 0x80010000;
    private static final byte COMPACT_ID = (byte) 0x82;
    private static final int COMPACT_VERSION = 1;

    private FramedMessage() {}

    /** Borrows the chain; if it throws, the chain is as it was. */
    static void write(
            MessageForm form, MessageHeader header, ThriftStruct body, ChainedBuffer to, ByteBufAllocator allocator) {
        byte[] framed = frame(front(form, header));
        if (form.protocol() != ThriftProtocol.COMPACT) {
            ThriftBinary.writeBehind(framed, body, to, allocator);
            return;
        }
        byte[] encoded = ThriftCompact.toBytes(body);
        BigEndian.INT.set(framed, 0, framed.length - Integer.BYTES + encoded.length);
        to.reserve(framed.length + encoded.length).writeBytes(framed).writeBytes(encoded);
    }

    /** With room for the frame's length. */
    private static byte[] frame(byte[] front) {
        byte[] framed = new byte[Integer.BYTES + front.length];
        System.arraycopy(front, 0, framed, Integer.BYTES, front.length);
        return framed;
    }

    /** All that stands before the struct: a header of the header transport, where the form has one, and the message's own. */
    static byte[] front(MessageForm form, MessageHeader header) {
        byte[] head = head(form.protocol(), header);
        if (!form.headerTransport()) {
            return head;
        }
        byte[] transport = HeaderTransport.head(form.protocol(), header.sequence());
        byte[] front = Arrays.copyOf(transport, transport.length + head.length);
        System.arraycopy(head, 0, front, transport.length, head.length);
        return front;
    }

    /** The message's own header. */
    static byte[] head(ThriftProtocol protocol, MessageHeader header) {
        byte[] method = header.method().getBytes(StandardCharsets.UTF_8);
        int kind = header.kind().number();
        return switch (protocol) {
            case BINARY -> {
                byte[] head = new byte[12 + method.length];
                BigEndian.INT.set(head, 0, BINARY_VERSION | kind);
                BigEndian.INT.set(head, 4, method.length);
                System.arraycopy(method, 0, head, 8, method.length);
                BigEndian.INT.set(head, 8 + method.length, header.sequence());
                yield head;
            }
            case BINARY_OLD -> {
                byte[] head = new byte[9 + method.length];
                BigEndian.INT.set(head, 0, method.length);
                System.arraycopy(method, 0, head, 4, method.length);
                head[4 + method.length] = (byte) kind;
                BigEndian.INT.set(head, 5 + method.length, header.sequence());
                yield head;
            }
            case COMPACT -> {
                CompactOutput out = new CompactOutput(0);
                out.i8(COMPACT_ID);
                out.i8((byte) (COMPACT_VERSION | kind << 5));
                out.varint(header.sequence() & 0xFFFFFFFFL);
                out.binary(Bytes.wrap(method));
                yield out.toByteArray();
            }
        };
    }

    /** Borrows the buffer and writes a message without a frame. */
    static void write(ThriftProtocol protocol, MessageHeader header, ThriftStruct body, ByteBuf to) {
        to.writeBytes(head(protocol, header));
        if (protocol == ThriftProtocol.COMPACT) {
            ThriftCompact.write(body, to);
        } else {
            ThriftBinary.write(body, to);
        }
    }
}
