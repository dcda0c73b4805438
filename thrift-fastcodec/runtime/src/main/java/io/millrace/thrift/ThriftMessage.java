package io.millrace.thrift;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.thrift.ThriftException.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;

/**
 * A message that arrived: its header was read, its struct is read when it is asked for.
 *
 * <pre>
 *  BINARY      | 80 01 00 kind | method: length, bytes | sequence    | struct …
 *  BINARY_OLD  | method: length, bytes | kind | sequence             | struct …
 *  COMPACT     | 82 | kind, 1 | sequence: varint | method: varint, bytes | struct …
 * </pre>
 *
 * <p><b>Ownership.</b> Shares the array that it was read from, which must not change before the struct was read. <b>Threads.</b> Safe.
 *
 * <p><b>Source.</b> Apache Thrift's {@code doc/specs/thrift-rpc.md} and the two protocols' own pages.
 */
public final class ThriftMessage {
    private static final int BINARY_VERSION = 0x80010000;
    private static final int VERSION_MASK = 0xFFFF0000;
    private static final int COMPACT_ID = 0x82;
    private static final int COMPACT_VERSION = 1;

    private final MessageHeader header;
    private final MessageForm form;
    private final Map<String, String> info;
    private final byte[] bytes;
    private final int bodyAt;
    private final int end;
    private final ThriftLimits limits;

    private ThriftMessage(
            MessageHeader header, ThriftProtocol protocol, byte[] bytes, int bodyAt, int end, ThriftLimits limits) {
        this(header, MessageForm.of(protocol), Map.of(), bytes, bodyAt, end, limits);
    }

    private ThriftMessage(
            MessageHeader header,
            MessageForm form,
            Map<String, String> info,
            byte[] bytes,
            int bodyAt,
            int end,
            ThriftLimits limits) {
        this.header = header;
        this.form = form;
        this.info = info;
        this.bytes = bytes;
        this.bodyAt = bodyAt;
        this.end = end;
        this.limits = limits;
    }

    /**
     * Borrows the buffer: the header of the message that lies in its readable bytes, which must stay as they are until the struct was read. Bytes of a buffer without an array are copied.
     */
    public static ThriftMessage read(ByteBuf from, ThriftLimits limits) {
        int length = from.readableBytes();
        if (from.hasArray()) {
            return read(from.array(), from.arrayOffset() + from.readerIndex(), length, limits);
        }
        ThriftBinary.checkLength(length, limits);
        byte[] bytes = new byte[length];
        from.getBytes(from.readerIndex(), bytes);
        return read(bytes, 0, length, limits);
    }

    /** The header of the message that begins at {@code offset} and lies within {@code length} bytes. */
    public static ThriftMessage read(byte[] bytes, int offset, int length, ThriftLimits limits) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        ThriftBinary.checkLength(length, limits);
        int end = offset + length;
        if (!HeaderTransport.isAt(bytes, offset, end)) {
            return readPlain(bytes, offset, end, limits);
        }
        HeaderTransport.Content content = HeaderTransport.read(bytes, offset, end, limits);
        ThriftMessage plain = readPlain(bytes, content.messageAt(), end, limits);
        MessageForm form = new MessageForm(plain.form.protocol(), true);
        return new ThriftMessage(plain.header, form, content.info(), bytes, plain.bodyAt, end, limits);
    }

    private static ThriftMessage readPlain(byte[] bytes, int offset, int end, ThriftLimits limits) {
        if (offset < end && (bytes[offset] & 0xFF) == COMPACT_ID) {
            return readCompact(bytes, offset, end, limits);
        }
        BinaryInput in = new BinaryInput(bytes, offset, end, limits);
        int first = in.i32(in.need(offset, 4));
        return first < 0 ? readBinary(in, first, bytes, offset, end, limits) : readOld(in, bytes, offset, end, limits);
    }

    private static ThriftMessage readBinary(
            BinaryInput in, int version, byte[] bytes, int offset, int end, ThriftLimits limits) {
        if ((version & VERSION_MASK) != BINARY_VERSION) {
            throw badMessage("unknown version: 0x" + Integer.toHexString(version));
        }
        MessageKind kind = MessageKind.of(version & 0xFF);
        String method = in.string(offset + 4);
        int at = in.need(in.position(), 4);
        return new ThriftMessage(
                new MessageHeader(method, kind, in.i32(at)), ThriftProtocol.BINARY, bytes, at + 4, end, limits);
    }

    private static ThriftMessage readOld(BinaryInput in, byte[] bytes, int offset, int end, ThriftLimits limits) {
        String method = in.string(offset);
        int at = in.need(in.position(), 5);
        MessageHeader header = new MessageHeader(method, MessageKind.of(in.i8(at)), in.i32(at + 1));
        return new ThriftMessage(header, ThriftProtocol.BINARY_OLD, bytes, at + 5, end, limits);
    }

    private static ThriftMessage readCompact(byte[] bytes, int offset, int end, ThriftLimits limits) {
        CompactInput in = new CompactInput(bytes, offset, end, limits);
        in.i8();
        int versionAndKind = in.i8() & 0xFF;
        if ((versionAndKind & 0x1F) != COMPACT_VERSION) {
            throw badMessage("unknown version of the compact protocol: " + (versionAndKind & 0x1F));
        }
        MessageKind kind = MessageKind.of(versionAndKind >> 5);
        int sequence = in.varint32();
        MessageHeader header = new MessageHeader(in.string(), kind, sequence);
        return new ThriftMessage(header, ThriftProtocol.COMPACT, bytes, in.position(), end, limits);
    }

    /** Who is called, or answers. */
    public MessageHeader header() {
        return header;
    }

    /** The protocol that it was written in. */
    public ThriftProtocol protocol() {
        return form.protocol();
    }

    /** How it was written, and an answer should be. */
    public MessageForm form() {
        return form;
    }

    /** What the caller said beside the message in a header of the header transport; not to be changed. */
    public Map<String, String> info() {
        return Collections.unmodifiableMap(info);
    }

    /** Where the struct begins in the array that was read from. */
    public int bodyOffset() {
        return bodyAt;
    }

    /** Reads the struct. */
    public <T extends ThriftStruct> T body(StructType<T> type) {
        return form.protocol() == ThriftProtocol.COMPACT
                ? ThriftCompact.read(type, bytes, bodyAt, end - bodyAt, limits)
                : ThriftBinary.read(type, bytes, bodyAt, end - bodyAt, limits);
    }

    /** Borrows the buffer and writes a message at its writer index, which does not move if this throws. */
    public static void write(ThriftProtocol protocol, MessageHeader header, ThriftStruct body, ByteBuf to) {
        int start = to.writerIndex();
        try {
            FramedMessage.write(protocol, header, body, to);
        } catch (RuntimeException e) {
            to.writerIndex(start);
            throw e;
        }
    }

    /** As {@link #write}, with the length in four bytes before the message. */
    public static void writeFramed(ThriftProtocol protocol, MessageHeader header, ThriftStruct body, ByteBuf to) {
        int start = to.writerIndex();
        to.writeInt(0);
        try {
            write(protocol, header, body, to);
        } catch (RuntimeException e) {
            to.writerIndex(start);
            throw e;
        }
        to.setInt(start, to.writerIndex() - start - 4);
    }

    /**
     * Borrows the chain and appends a message with its length in four bytes before it, binaries of {@value ChainSink#SHARED_BYTES} bytes and more as they lie in memory: they must not change before
     * the chain has been sent. If it throws, the chain is as it was.
     *
     * @throws IllegalStateException if the chain has no room for the message
     */
    public static void writeFramed(
            MessageForm form, MessageHeader header, ThriftStruct body, ChainedBuffer to, ByteBufAllocator allocator) {
        FramedMessage.write(form, header, body, to, allocator);
    }

    /** What stands before the struct of such a message, without the frame's length: for one who passes a struct on as it came. */
    public static byte[] head(MessageForm form, MessageHeader header) {
        return FramedMessage.front(form, header);
    }

    /** A message in an array of its own size. */
    public static byte[] toBytes(ThriftProtocol protocol, MessageHeader header, ThriftStruct body) {
        ByteBuf buffer = Unpooled.buffer();
        write(protocol, header, body, buffer);
        byte[] whole = new byte[buffer.readableBytes()];
        buffer.readBytes(whole);
        return whole;
    }

    private static ThriftException badMessage(String what) {
        return new ThriftException(Reason.BAD_MESSAGE, "no message begins here: " + what, "", 0, null);
    }
}
