package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One command to the stub, answered with text and closed: {@code stats} or {@code delay MILLIS}. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close leaves nothing to do
final class ControlConnection extends SimpleChannelInboundHandler<ByteBuf> {
    private static final int DELAY_MILLIS_MAX = 60_000;

    private final StubServer stub;

    ControlConnection(StubServer stub) {
        this.stub = stub;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf in) {
        String answer = execute(in.toString(StandardCharsets.US_ASCII).trim());
        ctx.writeAndFlush(Unpooled.copiedBuffer(answer, StandardCharsets.US_ASCII))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private String execute(String command) {
        if (command.equals("stats")) {
            return stub.stats();
        }
        if (command.matches("delay \\d{1,5}")) {
            int millis = Integer.parseInt(command.substring(6));
            if (millis <= DELAY_MILLIS_MAX) {
                stub.delay(Duration.ofMillis(millis));
                return "ok\n";
            }
        }
        return "unknown command (expected: stats, or delay MILLIS up to " + DELAY_MILLIS_MAX + ")\n";
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        System.err.println("control connection closed: " + cause);
        ctx.close();
    }
}
