package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A tiny protocol, {@code magic (1) | body length (4) | body}, whose decoder keeps copies of the bodies.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the channel itself shows what became of it
final class TestFrames extends BatchFrameDecoder {
    static final int HEADER = 5;
    static final int MAGIC = 0xA5;
    static final int MAX_BODY = 1 << 20;

    final List<byte[]> bodies = new ArrayList<>();
    final List<ByteBuf> buffers = new ArrayList<>();
    int batches;
    int malformed;

    @Nullable
    FrameException why;

    BiConsumer<ChannelHandlerContext, byte[]> whenFrame = (ctx, body) -> {};

    TestFrames() {
        super(HEADER + MAX_BODY);
    }

    @Override
    protected int frameLength(ByteBuf in, int index, int readable) {
        if (in.getUnsignedByte(index) != MAGIC) {
            throw new FrameException("magic", in.getUnsignedByte(index), "165");
        }
        if (readable < HEADER) {
            return -1;
        }
        int length = in.getInt(index + 1);
        if (length < 0 || length > MAX_BODY) {
            throw new FrameException("body length", length, "0 to " + MAX_BODY);
        }
        return HEADER + length;
    }

    @Override
    protected void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        byte[] body = ByteBufUtil.getBytes(in, index + HEADER, length - HEADER);
        bodies.add(body);
        buffers.add(in);
        whenFrame.accept(ctx, body);
    }

    @Override
    protected void onBatchEnd(ChannelHandlerContext ctx) {
        batches++;
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException found) {
        malformed++;
        why = found;
        ctx.close();
    }

    static void write(ByteBuf out, byte[] body) {
        out.writeByte(MAGIC).writeInt(body.length).writeBytes(body);
    }

    static byte[] body(Random random, int length) {
        byte[] body = new byte[length];
        random.nextBytes(body);
        return body;
    }
}
