package io.millrace.newsql.node.resp;

import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what the decoder reports: arguments as text of ISO 8859-1. */
final class CollectedRequests extends RespRequests {

    static final int REQUEST_BYTES_MAX = 1 << 20;
    static final int ARGUMENTS_MAX = 1000;

    final List<List<String>> requests = new ArrayList<>();

    @Nullable
    FrameException malformed;

    CollectedRequests() {
        super(REQUEST_BYTES_MAX, ARGUMENTS_MAX);
    }

    /** What is reported of a stream that comes in chunks of a size. */
    static CollectedRequests of(byte[] stream, int chunkBytes) {
        CollectedRequests decoder = new CollectedRequests();
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        for (int at = 0; at < stream.length; at += chunkBytes) {
            int count = Math.min(chunkBytes, stream.length - at);
            ByteBuf chunk = channel.alloc().buffer(count).writeBytes(stream, at, count);
            channel.writeInbound(chunk);
            if (chunk.refCnt() != 0) {
                throw new AssertionError("read buffer not released: refCnt=" + chunk.refCnt());
            }
        }
        channel.finishAndReleaseAll();
        return decoder;
    }

    static CollectedRequests of(String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.ISO_8859_1);
        return of(bytes, Math.max(1, bytes.length));
    }

    @Override
    protected void onRequest(ChannelHandlerContext ctx, RespRequest request) {
        List<String> arguments = new ArrayList<>();
        for (int argument = 0; argument < request.size(); argument++) {
            arguments.add(request.text(argument));
        }
        requests.add(arguments);
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        malformed = why;
    }
}
