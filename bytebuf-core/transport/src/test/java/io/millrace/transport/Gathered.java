package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.ByteArrayOutputStream;

/** Keeps a copy of all bytes that a channel receives. */
@Sharable
final class Gathered extends ChannelInboundHandlerAdapter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf read = (ByteBuf) message;
        synchronized (bytes) {
            bytes.writeBytes(ByteBufUtil.getBytes(read));
        }
        read.release();
    }

    byte[] bytes() {
        synchronized (bytes) {
            return bytes.toByteArray();
        }
    }

    int size() {
        synchronized (bytes) {
            return bytes.size();
        }
    }
}
