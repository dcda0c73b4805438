package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.LeakCheck;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // the channel itself shows what became of it
class EventLoopsTest {
    private static final byte[] REQUEST = "how much water?".getBytes(StandardCharsets.US_ASCII);

    static Stream<TransportKind> kinds() {
        return Available.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void echoesThroughEachKindOfTransport(TransportKind kind) {
        try (Loopback loopback = Loopback.open(kind)) {
            assertThat(loopback.loops().kind()).isEqualTo(kind);
            InetSocketAddress address = loopback.serve(Echo::new);
            for (EventLoop loop : loopback.loops().loops()) {
                Gathered answer = new Gathered();
                Channel client = loopback.connect(address, loop, answer);
                client.writeAndFlush(Unpooled.copiedBuffer(REQUEST)).syncUninterruptibly();
                await().until(() -> answer.size() == REQUEST.length);
                assertThat(answer.bytes()).isEqualTo(REQUEST);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aSingleLoopThatPollsAdaptivelyTalksToItself(TransportKind kind) {
        TransportConfig config =
                TransportConfig.defaults().withKind(kind).withThreads(1).withAdaptivePolling(true);
        try (Loopback loopback = Loopback.open(config)) {
            Gathered answer = new Gathered();
            Channel client = loopback.connect(
                    loopback.serve(Echo::new), loopback.loops().loops().get(0), answer);
            for (int round = 1; round <= 20; round++) {
                client.writeAndFlush(Unpooled.copiedBuffer(REQUEST)).syncUninterruptibly();
                int expected = round * REQUEST.length;
                await().pollInterval(Duration.ofMillis(1)).until(() -> answer.size() == expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aClientLivesOnExactlyTheLoopItWasAskedFor(TransportKind kind) {
        try (Loopback loopback = Loopback.open(kind)) {
            InetSocketAddress address = loopback.serve(Echo::new);
            for (EventLoop loop : loopback.loops().loops()) {
                AtomicReference<Thread> reader = new AtomicReference<>();
                Channel client = loopback.connect(address, loop, new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext ctx) {
                        reader.set(Thread.currentThread());
                    }
                });
                assertThat(client.eventLoop()).isSameAs(loop);
                await().until(() -> reader.get() != null);
                assertThat(reader.get()).isSameAs(Loopback.on(loop, Thread::currentThread));
                assertThat(reader.get()).extracting(Thread::getName).asString().matches("millrace-\\d+");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(AllocatorKind.class)
    void channelsUseTheAllocatorThatWasAskedFor(AllocatorKind allocator) {
        TransportConfig config =
                TransportConfig.defaults().withAllocator(allocator).withAdaptivePolling(false);
        try (Loopback loopback = Loopback.open(config)) {
            Channel client = loopback.connect(
                    loopback.serve(Echo::new), loopback.loops().loops().get(0), new Gathered());
            assertThat(client.alloc()).isSameAs(loopback.loops().allocator()).isSameAs(allocator.shared());
        }
    }

    @Test
    void connectionsHaveTheOptionsOfRequestTraffic() {
        AtomicReference<Channel> accepted = new AtomicReference<>();
        try (Loopback loopback = Loopback.open(TransportKind.AUTO)) {
            InetSocketAddress address = loopback.serve(() -> new Echo(accepted));
            Channel client = loopback.connect(address, loopback.loops().loops().get(0), new Gathered());
            await().until(() -> accepted.get() != null);
            for (Channel end : List.of(client, accepted.get())) {
                assertThat(end.config().getOption(ChannelOption.TCP_NODELAY)).isTrue();
                assertThat(end.config().getWriteBufferHighWaterMark()).isEqualTo(256 << 10);
                if (loopback.loops().kind() == TransportKind.EPOLL) {
                    assertThat(end.config().getOptions()).containsKey(EpollChannelOption.TCP_QUICKACK);
                }
            }
        }
    }

    @Test
    void hostNamesAreLookedUpBesideTheLoops() {
        try (Loopback loopback = Loopback.open(TransportKind.AUTO)) {
            EventLoop loop = loopback.loops().loops().get(0);
            int port = loopback.serve(Echo::new).getPort();
            String name = InetAddress.getLoopbackAddress().getHostName();
            Channel client = loopback.connect(InetSocketAddress.createUnresolved(name, port), loop, new Gathered());
            assertThat(client.isActive()).isTrue();
            assertThatThrownBy(() -> loopback.connect(
                            InetSocketAddress.createUnresolved("no-such-host.invalid", port), loop, new Gathered()))
                    .isInstanceOf(UnknownHostException.class);
        }
    }

    @Test
    void anAutomaticSetOfLoopsIsHalfTheCores() {
        try (EventLoops loops = EventLoops.open(TransportConfig.defaults())) {
            assertThat(loops.loops()).hasSize(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
            assertThat(loops.kind()).isNotEqualTo(TransportKind.AUTO);
        }
    }

    @Test
    void aKindThatTheMachineDoesNotHaveIsRefusedWithItsCause() {
        List<TransportKind> missing = Stream.of(TransportKind.EPOLL, TransportKind.IO_URING, TransportKind.KQUEUE)
                .filter(kind -> !Available.isHere(kind))
                .toList();
        assertThat(missing).as("no machine has both epoll and kqueue").isNotEmpty();
        for (TransportKind kind : missing) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> EventLoops.open(TransportConfig.defaults().withKind(kind)))
                    .withMessageStartingWith("transport is not available: kind=" + kind)
                    .havingCause();
        }
    }

    @Test
    void aLoopOfOthersIsRefused() {
        try (EventLoops mine = EventLoops.open(TransportConfig.defaults());
                EventLoops others = EventLoops.open(TransportConfig.defaults())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> mine.client(others.loops().get(0)));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aCloseEndsAllChannelsAndASecondDoesNothing(TransportKind kind) {
        Loopback loopback = Loopback.open(kind);
        EventLoop loop = loopback.loops().loops().get(0);
        AtomicReference<Channel> accepted = new AtomicReference<>();
        Channel client = loopback.connect(loopback.serve(() -> new Echo(accepted)), loop, new Gathered());
        await().until(() -> accepted.get() != null);
        loopback.close();
        loopback.close();
        await().untilAsserted(() ->
                assertThat(accepted.get()).extracting(Channel::isOpen).isEqualTo(false));
        await().until(() -> !client.isOpen());
        await().until(loop::isTerminated);
    }

    @RepeatedTest(5)
    void aCloseReleasesWhatStillWaits() {
        Loopback loopback = Loopback.open(TransportKind.AUTO);
        EventLoop loop = loopback.loops().loops().get(0);
        Channel client = loopback.connect(loopback.serve(Gathered::new), loop, new Gathered());
        Loopback.on(loop, () -> {
            WriteBatch batch = WriteBatch.on(client);
            client.write(client.alloc().directBuffer(100).writeZero(100));
            batch.reserve(100).writeZero(100);
            return batch.pendingBytes();
        });
        loopback.close();
        await().until(() -> !client.isOpen()); // the leak check watches both buffers
    }

    @Test
    void aCloseOnALoopDoesNotWaitForItself() {
        Loopback loopback = Loopback.open(TransportKind.AUTO);
        EventLoop loop = loopback.loops().loops().get(0);
        Loopback.on(loop, () -> {
            loopback.close();
            return true;
        });
        assertThat(loop.terminationFuture().awaitUninterruptibly(10_000)).isTrue();
        loopback.close();
    }

    private static final class Echo extends ChannelInboundHandlerAdapter {
        private final AtomicReference<Channel> accepted;

        Echo() {
            this(new AtomicReference<>());
        }

        Echo(AtomicReference<Channel> accepted) {
            this.accepted = accepted;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            accepted.set(ctx.channel());
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.write(message, ctx.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }
    }
}
