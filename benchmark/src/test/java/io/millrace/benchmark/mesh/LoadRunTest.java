package io.millrace.benchmark.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.JsonText;
import io.millrace.benchmark.load.NettyLoops;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The driver against servers that do right and wrong. No leak check: the prepared requests live as long as the JVM. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write shows as a lost call
class LoadRunTest {
    private final NettyLoops loops = new NettyLoops(2);

    @AfterEach
    void close() {
        loops.close();
    }

    /** With a limit for each call that a busy machine does not reach. */
    private LoadResult drive(int port) throws Exception {
        return drive(port, "20");
    }

    private LoadResult drive(int port, String callTimeout) throws Exception {
        String[] arguments = {
            "--url", "http://127.0.0.1:" + port + "/",
            "--connections", "4",
            "--warmup", "0.1",
            "--seconds", "0.4",
            "--call-timeout", callTimeout,
            "--requests", "16",
            "--pids", Long.toString(ProcessHandle.current().pid())
        };
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), arguments);
        return new LoadRun(options, loops).start().get(30, TimeUnit.SECONDS);
    }

    /** A server that does the same with each read of a connection, which is one call here. */
    private int serve(BiConsumer<ChannelHandlerContext, ByteBuf> behaviour) {
        Channel server = loops.server()
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                            @Override
                            protected void channelRead0(ChannelHandlerContext ctx, ByteBuf in) {
                                behaviour.accept(ctx, in);
                            }
                        });
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    @Test
    void findsNoFaultWithAServerThatIsRight() throws Exception {
        try (StubServer stub = new StubServer(List.of(), 0, 0, 1, 0)) {
            LoadResult result = drive(stub.httpPort());

            assertThat(result.isFlawless()).isTrue();
            assertThat(result.ok()).isPositive().isEqualTo(result.latencies().count());
            assertThat(result.processes())
                    .containsOnlyKeys(ProcessHandle.current().pid());
            assertThat(JsonText.readObject(result.toJson()))
                    .containsEntry("wrong", 0L)
                    .containsKeys("callsPerSecond", "p50Micros", "p99Micros", "processes");
        }
    }

    @Test
    void findsAServerThatLies() throws Exception {
        LoadResult result =
                drive(serve((ctx, in) -> ctx.writeAndFlush(text("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1"))));

        assertThat(result.wrong()).isPositive();
        assertThat(result.ok()).isZero();
        assertThat(result.isFlawless()).isFalse();
    }

    @Test
    void countsRefusalsByStatus() throws Exception {
        LoadResult result =
                drive(serve((ctx, in) -> ctx.writeAndFlush(text("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n"))));

        assertThat(result.refused().get(503)).isPositive();
        assertThat(result.wrong()).isZero();
        assertThat(result.isFlawless()).isFalse();
    }

    @Test
    void countsCallsThatAreNeverAnsweredAsLost() throws Exception {
        LoadResult result = drive(serve((ctx, in) -> {}), "0.3");

        assertThat(result.lost()).isGreaterThanOrEqualTo(4);
        assertThat(result.isFlawless()).isFalse();
    }

    @Test
    void countsCallsWhoseConnectionEndsAsLost() throws Exception {
        LoadResult result = drive(serve((ctx, in) -> ctx.close()));

        assertThat(result.lost()).isPositive();
        assertThat(result.reconnects()).isPositive();
    }

    @Test
    void countsASecondAnswerToOneCallAsMalformed() throws Exception {
        LoadResult result = drive(serve((ctx, in) -> {
            String request = in.toString(StandardCharsets.US_ASCII);
            String hash = Integer.toString(
                    request.substring(request.lastIndexOf('=') + 1).hashCode());
            String answer = "HTTP/1.1 200 OK\r\ncontent-length: " + hash.length() + "\r\n\r\n" + hash;
            ctx.writeAndFlush(text(answer + answer));
        }));

        assertThat(result.malformed() + result.wrong()).isPositive();
        assertThat(result.isFlawless()).isFalse();
    }

    @Test
    void countsWhatIsNotHttpAsMalformed() throws Exception {
        LoadResult result = drive(
                serve((ctx, in) -> ctx.writeAndFlush(text("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"))));

        assertThat(result.malformed()).isPositive();
    }

    @Test
    void reportsAServerThatIsNotThere() throws Exception {
        Channel server = loops.server()
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        // Never called: the port is closed before anyone connects.
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        server.close().syncUninterruptibly();

        LoadResult result = drive(port);

        assertThat(result.ok()).isZero();
        assertThat(result.isFlawless()).isFalse();
    }
}
