package io.millrace.newsql.node.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.transport.FrameException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests are those that were sent, however the stream is cut; what is no request is refused as Redis refuses it. */
@Tag("once")
class RespRequestsTest {

    @Test
    void randomRequestsInRandomChunks() {
        Random random = Seeds.random("RespRequestsTest");
        for (int round = 0; round < 300; round++) {
            List<List<String>> sent = new ArrayList<>();
            StringBuilder stream = new StringBuilder();
            for (int count = random.nextInt(20); count >= 0; count--) {
                List<String> request = anyRequest(random);
                sent.add(request);
                encode(request, stream);
            }
            byte[] bytes = stream.toString().getBytes(StandardCharsets.ISO_8859_1);
            CollectedRequests received = CollectedRequests.of(bytes, 1 + random.nextInt(200));
            assertThat(received.malformed).isNull();
            assertThat(received.requests).isEqualTo(sent);
        }
    }

    @Test
    void aLargeArgumentComesInManyReads() {
        StringBuilder stream = new StringBuilder();
        List<String> request = List.of("SET", "k", "v".repeat(700_000));
        encode(request, stream);
        byte[] bytes = stream.toString().getBytes(StandardCharsets.ISO_8859_1);
        assertThat(CollectedRequests.of(bytes, 1500).requests).containsExactly(request);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*0\r\n", "*-1\r\n", "\r\n", "\n", "  \r\n"})
    void emptyRequestsAreSkipped(String empty) {
        assertThat(CollectedRequests.of(empty + "*1\r\n$4\r\nPING\r\n").requests)
                .containsExactly(List.of("PING"));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void linesOfWords(String line, List<String> words) {
        assertThat(CollectedRequests.of(line + "\r\n").requests).containsExactly(words);
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                Arguments.of("PING", List.of("PING")),
                Arguments.of("get  k", List.of("get", "k")),
                Arguments.of("set k \"a b\"", List.of("set", "k", "a b")),
                Arguments.of("set k \"\\x41\\n\\\"\"", List.of("set", "k", "A\n\"")),
                Arguments.of("set k 'it\\'s \\n'", List.of("set", "k", "it's \\n")),
                Arguments.of("set \"\" ab\"c\"", List.of("set", "", "abc")));
    }

    @ParameterizedTest
    @CsvSource({
        "*1001\\r\\n,multibulk length",
        "*99999999999999999999\\r\\n,multibulk length",
        "*x\\r\\n,multibulk length",
        "*1\\r1,multibulk length",
        "*1\\r\\n:,start of an argument",
        "*1\\r\\n$-1\\r\\n,bulk length",
        "*1\\r\\n$1048577\\r\\n,bulk length",
        "*1\\r\\n$1\\r\\nab\\r\\n,end of an argument",
        "set \"k\\r\\n,quotes in request"
    })
    void whatIsNoRequestIsRefused(String stream, String what) {
        CollectedRequests received =
                CollectedRequests.of(stream.replace("\\r", "\r").replace("\\n", "\n"));
        assertThat(received.requests).isEmpty();
        assertThat(received.malformed).isInstanceOfSatisfying(FrameException.class, e -> assertThat(e.what())
                .isEqualTo(what));
    }

    @Test
    void aLineWithoutEndIsRefused() {
        assertThat(CollectedRequests.of("a".repeat(64 << 10)).malformed).isNotNull();
    }

    private static List<String> anyRequest(Random random) {
        List<String> request = new ArrayList<>();
        for (int count = random.nextInt(40); count >= 0; count--) {
            byte[] argument = new byte[random.nextInt(10) == 0 ? random.nextInt(3000) : random.nextInt(12)];
            random.nextBytes(argument);
            request.add(new String(argument, StandardCharsets.ISO_8859_1));
        }
        return request;
    }

    private static void encode(List<String> request, StringBuilder stream) {
        stream.append('*').append(request.size()).append("\r\n");
        for (String argument : request) {
            stream.append('$')
                    .append(argument.length())
                    .append("\r\n")
                    .append(argument)
                    .append("\r\n");
        }
    }
}
