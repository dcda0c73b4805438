package io.millrace.thrift.netty;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.thrift.ThriftCallException;
import io.millrace.thrift.ThriftCallException.Reason;
import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftService;
import io.millrace.thrift.ThriftServices;
import io.millrace.transport.EventLoops;
import io.millrace.transport.TransportConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Servers that echo, but hold the answers to {@code hold}, and clients of theirs, all on one loop. */
final class EchoFixture implements AutoCloseable {
    final EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(1));
    final Queue<String> whispers = new ConcurrentLinkedQueue<>();
    final Queue<CompletableFuture<Echo>> held = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    ThriftServer server(ThriftServerConfig config) {
        return keep(ThriftServer.bind(loops, loopback(0), services(), config));
    }

    ThriftClient client(InetSocketAddress server, ThriftClientConfig config) {
        return keep(ThriftClient.of(loops, loops.loops().get(0), server, config));
    }

    /** Closes it with all else, the last one first. */
    <R extends AutoCloseable> R keep(R resource) {
        opened.add(0, resource);
        return resource;
    }

    ThriftServices services() {
        return ThriftServices.of(ThriftService.named("Echo")
                .method(Echo.SAY, this::answer)
                .oneway(Echo.WHISPER, echo -> {
                    whispers.add(echo.text());
                    return CompletableFuture.completedFuture(null);
                })
                .build());
    }

    private CompletableFuture<Echo> answer(Echo echo) {
        if (echo.text().equals("fail")) {
            return CompletableFuture.failedFuture(new IllegalStateException("as asked"));
        }
        if (!echo.text().equals("hold")) {
            return CompletableFuture.completedFuture(echo);
        }
        CompletableFuture<Echo> answer = new CompletableFuture<>();
        held.add(answer);
        return answer;
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    static String say(ThriftCaller caller, String text) {
        return ThriftCaller.await(caller.call(Echo.SAY, Echo.of(text))).text();
    }

    static ThriftCallException failure(CompletableFuture<?> call) {
        return catchThrowableOfType(ThriftCallException.class, () -> ThriftCaller.await(call));
    }

    static Reason reason(CompletableFuture<?> call) {
        return failure(call).reason();
    }

    @Override
    public void close() throws Exception {
        held.forEach(answer -> answer.complete(Echo.of("the test ends")));
        for (AutoCloseable resource : opened) {
            resource.close();
        }
        loops.close();
    }
}
