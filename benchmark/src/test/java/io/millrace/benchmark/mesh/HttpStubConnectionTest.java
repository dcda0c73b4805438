package io.millrace.benchmark.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class HttpStubConnectionTest {
    private final EmbeddedChannel channel = open();

    private static EmbeddedChannel open() {
        EmbeddedChannel opened = new EmbeddedChannel();
        DelayLine line = new DelayLine(opened.eventLoop());
        opened.pipeline().addLast(new HttpStubConnection(new StubPort("test", 0), line, new AtomicLong()));
        return opened;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private String exchange(String... reads) {
        for (String read : reads) {
            channel.writeInbound(Unpooled.copiedBuffer(read, StandardCharsets.UTF_8));
        }
        StringBuilder answers = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            answers.append(out.toString(StandardCharsets.UTF_8));
            out.release();
        }
        return answers.toString();
    }

    private static String post(String form) {
        return "POST / HTTP/1.1\r\nHost: x\r\nCONTENT-length: " + form.length() + "\r\n\r\n" + form;
    }

    private static String answer(String text) {
        String hash = Integer.toString(text.hashCode());
        return "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: " + hash.length() + "\r\n\r\n" + hash;
    }

    @Test
    void answersTheHashOfTheParameter() {
        assertThat(exchange(post("interface=a&parameterTypesString=L&parameter=hello&x=1")))
                .isEqualTo(answer("hello"));
        assertThat(exchange(post("parameter="))).isEqualTo(answer(""));
        assertThat(exchange(post("parameter=polygenelubricants"))).endsWith("\r\n\r\n-2147483648");
    }

    @Test
    void decodesTheForm() {
        assertThat(exchange(post("parameter=a+b%26%C3%A9"))).isEqualTo(answer("a b&é"));
    }

    @Test
    void answersPipelinedCallsInOrder() {
        assertThat(exchange(post("parameter=a") + post("parameter=b"))).isEqualTo(answer("a") + answer("b"));
    }

    @Test
    void readsACallThatIsSplitAnywhere() {
        String call = post("parameter=hello");
        for (int cut = 1; cut < call.length(); cut++) {
            assertThat(exchange(call.substring(0, cut), call.substring(cut)))
                    .as("cut at %s", cut)
                    .isEqualTo(answer("hello"));
        }
    }

    @Test
    void closesWhoeverSendsNoForm() {
        assertThat(exchange(post("x=1"))).isEmpty();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void closesAChunkedMessage() {
        assertThat(exchange("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
                .isEmpty();
        assertThat(channel.isOpen()).isFalse();
    }
}
