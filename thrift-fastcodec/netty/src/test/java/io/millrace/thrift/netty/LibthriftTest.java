package io.millrace.thrift.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftCaller;
import io.millrace.thrift.ThriftProtocol;
import io.millrace.thrift.ThriftService;
import io.millrace.thrift.ThriftServices;
import io.millrace.transport.EventLoops;
import io.millrace.transport.TransportConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls to and from Apache's own library over framed sockets. */
@ExtendWith(LeakCheck.class)
class LibthriftTest {
    private final EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(1));

    @AfterEach
    void close() {
        loops.close();
    }

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void itsClientIsServed(ThriftProtocol protocol) throws TException {
        ThriftService echo = ThriftService.named("Echo")
                .method(Echo.SAY, CompletableFuture::completedFuture)
                .oneway(Echo.WHISPER, said -> CompletableFuture.completedFuture(said))
                .build();
        try (ThriftServer server = ThriftServer.bind(
                        loops,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        ThriftServices.of(echo),
                        ThriftServerConfig.defaults());
                TTransport transport = new TFramedTransport(
                        new TSocket("127.0.0.1", server.address().getPort()))) {
            transport.open();
            TProtocol wire = LibthriftEcho.wire(protocol, transport);
            LibthriftEcho.send(wire, "say", TMessageType.CALL, 7, "hello");
            assertThat(LibthriftEcho.receive(wire, "say", 7)).isEqualTo("hello");
            LibthriftEcho.send(wire, "whisper", TMessageType.ONEWAY, 8, "psst");
            LibthriftEcho.send(new TMultiplexedProtocol(wire, "Echo"), "say", TMessageType.CALL, 9, "é中");
            assertThat(LibthriftEcho.receive(wire, "say", 9)).isEqualTo("é中");

            LibthriftEcho.send(wire, "shout", TMessageType.CALL, 10, "x");
            TMessage message = wire.readMessageBegin();
            assertThat(message.type).isEqualTo(TMessageType.EXCEPTION);
            assertThat(TApplicationException.readFrom(wire).getType()).isEqualTo(TApplicationException.UNKNOWN_METHOD);
        }
    }

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void itsServerIsCalled(ThriftProtocol protocol) throws Exception {
        try (TServerSocket socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            Thread server = new Thread(() -> LibthriftEcho.serve(socket, protocol), "libthrift");
            server.start();
            InetSocketAddress address =
                    (InetSocketAddress) socket.getServerSocket().getLocalSocketAddress();
            try (ThriftClient client = ThriftClient.of(
                    loops,
                    loops.loops().get(0),
                    address,
                    ThriftClientConfig.defaults().withForm(MessageForm.of(protocol)))) {
                for (int i = 0; i < 3; i++) {
                    Echo answer = ThriftCaller.await(client.call(Echo.SAY, Echo.of("n" + i)));
                    assertThat(answer.text()).isEqualTo("n" + i);
                }
                ThriftCaller.await(client.send(Echo.WHISPER, Echo.of("psst")));
                CompletableFuture<Echo> refused = client.multiplexed("None").call(Echo.SAY, Echo.of("x"));
                assertThat(refused)
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(ThriftApplicationException.class);
            }
            server.join();
        }
    }
}
