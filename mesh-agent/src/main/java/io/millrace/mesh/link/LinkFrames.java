package io.millrace.mesh.link;

import static io.millrace.mesh.link.LinkDescriptor.*;

import io.millrace.transport.BatchFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** Cuts link frames and tells malformed ones; what they mean is the two ends' business. */
abstract class LinkFrames extends BatchFrameDecoder {
    /** Names and attachments of one call; what is long belongs into the payload. */
    private static final int MAX_METADATA_BYTES = 64 << 10;

    private final int maxFrameBytes;

    LinkFrames(int maxFrameBytes) {
        super(maxFrameBytes);
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    protected final int frameLength(ByteBuf in, int index, int readable) {
        if (readable < HEADER_LENGTH) {
            checkMagicOfPart(in, index, readable);
            return -1;
        }
        checkMagicOfPart(in, index, readable);
        int version = in.getByte(index + VERSION_OFFSET);
        if (version != VERSION) {
            throw new FrameException("version", version, Integer.toString(VERSION));
        }
        int bodyLength = in.getInt(index + BODY_LENGTH_OFFSET);
        if (bodyLength < 0 || bodyLength > maxFrameBytes - HEADER_LENGTH) {
            throw new FrameException(
                    "body length", Integer.toUnsignedString(bodyLength), "<= " + (maxFrameBytes - HEADER_LENGTH));
        }
        int metadataLength = in.getInt(index + METADATA_LENGTH_OFFSET);
        if (metadataLength < 0 || metadataLength > Math.min(bodyLength, MAX_METADATA_BYTES)) {
            throw new FrameException(
                    "metadata length",
                    Integer.toUnsignedString(metadataLength),
                    "<= " + MAX_METADATA_BYTES + " and <= the body's " + bodyLength);
        }
        return HEADER_LENGTH + bodyLength;
    }

    /** Text sent to a link port is told by its first bytes, before a length could be read from it. */
    private static void checkMagicOfPart(ByteBuf in, int index, int readable) {
        if (readable >= 2 && in.getShort(index) != MAGIC) {
            throw new FrameException(
                    "magic", "0x" + Integer.toHexString(in.getUnsignedShort(index)), "0x" + Integer.toHexString(MAGIC));
        }
    }

    @Override
    protected final void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        switch (in.getByte(index + KIND_OFFSET)) {
            case KIND_CALL -> onCall(ctx, in, index, length);
            case KIND_REPLY -> onReply(ctx, in, index, length);
            case KIND_HELLO -> onHello(ctx, in, index, length);
            case KIND_HELLO_ACK -> onHelloAck(ctx, in, index, length);
            case KIND_PING -> onPing(ctx);
            case KIND_GOAWAY -> onGoAway(ctx, in.getLong(index + REQUEST_ID_OFFSET));
            default -> {
                // PONG only proves life; kinds of a later version are skipped by agreement.
            }
        }
    }

    /** Reads the window of a HELLO or HELLO_ACK. */
    static int windowOf(ByteBuf in, int index, int length) {
        if (length < HEADER_LENGTH + HELLO_BODY_LENGTH) {
            throw new FrameException("hello length", length - HEADER_LENGTH, ">= " + HELLO_BODY_LENGTH);
        }
        int window = in.getInt(index + HELLO_WINDOW_OFFSET);
        if (window < 1) {
            throw new FrameException("window", window, ">= 1");
        }
        return window;
    }

    static void writeHello(ByteBuf out, byte kind, int window) {
        int start = out.writerIndex();
        LinkHeader.write(out, kind, 0, 0, 0, 0, 0, 0);
        out.writeInt(0);
        out.writeInt(window);
        LinkHeader.setLengths(out, start, 0);
    }

    void onCall(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        throw new FrameException("direction", "CALL", "no CALL from the side that answers calls");
    }

    void onReply(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        throw new FrameException("direction", "REPLY", "no REPLY from the side that makes calls");
    }

    void onHello(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        throw new FrameException("direction", "HELLO", "no HELLO from the side that was connected to");
    }

    void onHelloAck(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        throw new FrameException("direction", "HELLO_ACK", "no HELLO_ACK from the side that connects");
    }

    void onGoAway(ChannelHandlerContext ctx, long lastId) {}

    abstract void onPing(ChannelHandlerContext ctx);
}
