package io.millrace.mesh.dubbo;

import static io.millrace.mesh.dubbo.DubboDescriptor.*;

import io.millrace.transport.BatchFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** Cuts Dubbo frames and sorts responses, requests and events. */
abstract class DubboFrames extends BatchFrameDecoder {
    private final int maxFrameBytes;

    DubboFrames(int maxFrameBytes) {
        super(HEADER_LENGTH + maxFrameBytes);
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    protected final int frameLength(ByteBuf in, int index, int readable) {
        if (readable >= 2 && in.getShort(index) != MAGIC) {
            throw new FrameException("magic", "0x" + Integer.toHexString(in.getUnsignedShort(index)), "0xdabb");
        }
        if (readable < HEADER_LENGTH) {
            return -1;
        }
        int bodyLength = in.getInt(index + BODY_LENGTH_OFFSET);
        if (bodyLength < 0 || bodyLength > maxFrameBytes) {
            throw new FrameException("body length", Integer.toUnsignedString(bodyLength), "<= " + maxFrameBytes);
        }
        return HEADER_LENGTH + bodyLength;
    }

    @Override
    protected final void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        int flag = in.getUnsignedByte(index + FLAG_OFFSET);
        long id = in.getLong(index + REQUEST_ID_OFFSET);
        int serialization = flag & SERIALIZATION_MASK;
        int bodyIndex = index + HEADER_LENGTH;
        int bodyLength = length - HEADER_LENGTH;
        if ((flag & FLAG_REQUEST) == 0) {
            if ((flag & FLAG_EVENT) != 0) {
                onEventAnswered();
            } else {
                onResponse(id, in.getUnsignedByte(index + STATUS_OFFSET), serialization, in, bodyIndex, bodyLength);
            }
        } else if ((flag & FLAG_EVENT) != 0) {
            onEvent(ctx, id, flag, eventOf(in, bodyIndex, bodyLength));
        } else {
            throw new FrameException("direction", "a request of the provider", "responses and events");
        }
    }

    /** READONLY and WRITEABLE are the strings R and W, in either serialization; all else is a heartbeat. */
    private static char eventOf(ByteBuf in, int index, int length) {
        for (int i = index; i < index + Math.min(length, 4); i++) {
            byte b = in.getByte(i);
            if (b == 'R' && length <= 4 || b == 'W') {
                return (char) b;
            }
        }
        return 'H';
    }

    abstract void onResponse(long id, int status, int serialization, ByteBuf in, int index, int length);

    abstract void onEventAnswered();

    abstract void onEvent(ChannelHandlerContext ctx, long id, int flag, char event);
}
