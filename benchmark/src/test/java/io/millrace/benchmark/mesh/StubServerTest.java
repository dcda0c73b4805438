package io.millrace.benchmark.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class StubServerTest {
    private static final int ANSWER_LENGTH = 24;

    @Test
    void servesAllItsPortsAndCountsEach() throws IOException {
        try (StubServer stub = new StubServer(List.of(0, 0, 0), 0, 0, 2, 0)) {
            for (int port : stub.dubboPorts()) {
                assertThat(call(port, DubboBytes.hessian2Call(1, "2.0.2", "hello")))
                        .isEqualTo("hello".hashCode());
            }
            assertThat(process(stub).stats())
                    .contains("port=dubbo1 answered=1 ", "port=dubbo3 answered=1 ", "port=http answered=0 ");
        }
    }

    @Test
    void neverAnswersBeforeItsDelay() throws IOException {
        try (StubServer stub = new StubServer(List.of(0), 0, 0, 1, 0)) {
            process(stub).delay(Duration.ofMillis(50));
            long sent = System.nanoTime();
            assertThat(call(stub.dubboPorts().get(0), DubboBytes.hessian2Call(1, "2.0.2", "hello")))
                    .isEqualTo("hello".hashCode());
            assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(50_000_000);
        }
    }

    @Test
    void survivesAClientThatLeavesBeforeItsAnswer() throws IOException {
        try (StubServer stub = new StubServer(List.of(0), 0, 0, 1, 0)) {
            stub.delay(Duration.ofMillis(20));
            int port = stub.dubboPorts().get(0);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write(DubboBytes.hessian2Call(1, "2.0.2", "gone"));
            }
            assertThat(call(port, DubboBytes.hessian2Call(2, "2.0.2", "hello"))).isEqualTo("hello".hashCode());
        }
    }

    @Test
    void parsesTheLineThatTheStubPrints() {
        assertThat(StubProcess.parse("READY dubbo=1,2,3 http=4 control=5"))
                .isEqualTo(new StubProcess(List.of(1, 2, 3), 4, 5));
    }

    private static StubProcess process(StubServer stub) {
        return new StubProcess(stub.dubboPorts(), stub.httpPort(), stub.controlPort());
    }

    /** The hash of an answer with attachments whose int takes its long form. */
    private static int call(int port, byte[] frame) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(frame);
            byte[] answer = socket.getInputStream().readNBytes(ANSWER_LENGTH);
            return ByteBuffer.wrap(answer).getInt(18);
        }
    }
}
