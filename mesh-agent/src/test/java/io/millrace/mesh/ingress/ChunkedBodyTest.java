package io.millrace.mesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
class ChunkedBodyTest {
    private static final String BODY = "5\r\nhello\r\nA;ext=\"x\"\r\n0123456789\r\n1 \r\n!\r\n00\r\nTrailer: x\r\n\r\n";
    private static final String DATA = "hello0123456789!";

    @Test
    void chunksArePutTogether() {
        assertThat(read(BODY, 100)).isEqualTo(DATA);
        assertThat(read("0\r\n\r\n", 100)).isEmpty();
        assertThat(read("000a\r\n0123456789\r\n0\r\n\r\n", 10)).isEqualTo("0123456789");
    }

    @Test
    void everySplitInTwoIsTheSameBody() {
        for (int at = 0; at <= BODY.length(); at++) {
            assertThat(readInPieces(BODY, at)).as("split at " + at).isEqualTo(DATA);
        }
    }

    @Test
    void byteByByteIsTheSameBody() {
        try (ChunkedBody body = new ChunkedBody(Unpooled.buffer(), 100)) {
            ByteBuf in = Unpooled.buffer();
            for (int i = 0; i < BODY.length(); i++) {
                in.writeByte(BODY.charAt(i));
                assertThat(body.read(in)).isEqualTo(i == BODY.length() - 1);
            }
            in.release();
            assertThat(taken(body)).isEqualTo(DATA);
        }
    }

    @Test
    void whatFollowsTheBodyIsLeft() {
        ByteBuf in = Unpooled.copiedBuffer(BODY + "POST / HTTP/1.1", StandardCharsets.US_ASCII);
        try (ChunkedBody body = new ChunkedBody(Unpooled.buffer(), 100)) {
            assertThat(body.read(in)).isTrue();
            assertThat(in.toString(StandardCharsets.US_ASCII)).isEqualTo("POST / HTTP/1.1");
        } finally {
            in.release();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "x\r\n",
                "+5\r\nhello",
                "-1\r\n",
                " 5\r\nhello",
                "0x5\r\nhello",
                "5g\r\nhello",
                "5\nhello\r\n0\r\n\r\n",
                "\n",
                ";ext\r\n",
                "5 6\r\nhello\r\n",
                "5\t6\r\nhello\r\n",
                "5\r\nhello!\r\n",
                "5\r\nhello\n0\r\n\r\n",
                "5\r\nhelloX\r\n0\r\n\r\n",
                "0\r\na: b\n\r\n"
            })
    void malformedChunksAre400(String text) {
        assertThat(statusOf(text, 100)).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "'65\r\n',413",
        "'7fffffff\r\n',413",
        "'80000000\r\n',413",
        "'ffffffff\r\n',413",
        "'100000000\r\n',413",
        "'ffffffffffffffffffffffffffffffffffff\r\n',413",
        "'64\r\n',0"
    })
    void aSizeBeyondTheLimitIs413BeforeItsDataCome(String text, int status) {
        assertThat(statusOf(text, 100)).isEqualTo(status);
    }

    @Test
    void manySmallChunksBeyondTheLimitAre413() {
        assertThat(statusOf("1\r\nx\r\n".repeat(101), 100)).isEqualTo(413);
        assertThat(read("1\r\nx\r\n".repeat(100) + "0\r\n\r\n", 100)).hasSize(100);
    }

    @Test
    void aLineWithoutEndIs400() {
        assertThat(statusOf("5;" + "x".repeat(2000), 100)).isEqualTo(400);
        assertThat(statusOf("0".repeat(2000), 100)).isEqualTo(400);
    }

    @Test
    void aFloodOfTrailersIs431() {
        assertThat(statusOf("0\r\n" + "a: b\r\n".repeat(101), 100)).isEqualTo(431);
        assertThat(statusOf("0\r\n" + "a: b\r\n".repeat(100) + "\r\n", 100)).isZero();
    }

    @Test
    void randomBodiesInRandomPiecesAreReadAsTheyWereWritten() {
        Random random = Seeds.random("ChunkedBodyTest");
        for (int i = 0; i < 300; i++) {
            StringBuilder wire = new StringBuilder();
            StringBuilder data = new StringBuilder();
            for (int chunks = random.nextInt(10); chunks > 0; chunks--) {
                String chunk = "\r\n0x;a".repeat(20).substring(0, random.nextInt(1, 100));
                String size = Integer.toHexString(chunk.length());
                wire.append(random.nextBoolean() ? size : size.toUpperCase(Locale.ROOT))
                        .append(random.nextInt(4) == 0 ? ";a=b" : "")
                        .append("\r\n")
                        .append(chunk)
                        .append("\r\n");
                data.append(chunk);
            }
            wire.append("0\r\n\r\n");
            try (ChunkedBody body = new ChunkedBody(Unpooled.buffer(), 10_000)) {
                boolean done = false;
                ByteBuf in = Unpooled.buffer();
                for (int at = 0; at < wire.length(); ) {
                    int end = Math.min(wire.length(), at + random.nextInt(1, 30));
                    in.writeCharSequence(wire.substring(at, end), StandardCharsets.US_ASCII);
                    done = body.read(in);
                    at = end;
                }
                in.release();
                assertThat(done).isTrue();
                assertThat(taken(body)).isEqualTo(data.toString());
            }
        }
    }

    private static String read(String text, int limit) {
        try (ChunkedBody body = new ChunkedBody(Unpooled.buffer(), limit)) {
            assertThat(feed(body, text)).isTrue();
            return taken(body);
        }
    }

    private static String readInPieces(String text, int at) {
        try (ChunkedBody body = new ChunkedBody(Unpooled.buffer(), 100)) {
            ByteBuf in = Unpooled.copiedBuffer(text.substring(0, at), StandardCharsets.US_ASCII);
            boolean done = body.read(in);
            assertThat(done).isEqualTo(at == text.length());
            ByteBuf rest = Unpooled.buffer().writeBytes(in);
            in.release();
            rest.writeCharSequence(text.substring(at), StandardCharsets.US_ASCII);
            assertThat(body.read(rest)).isTrue();
            rest.release();
            return taken(body);
        }
    }

    private static int statusOf(String text, int limit) {
        try (ChunkedBody body = new ChunkedBody(Unpooled.buffer(), limit)) {
            feed(body, text);
            return 0;
        } catch (HttpError e) {
            return e.status();
        }
    }

    private static boolean feed(ChunkedBody body, String text) {
        ByteBuf in = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
        try {
            return body.read(in);
        } finally {
            in.release();
        }
    }

    private static String taken(ChunkedBody body) {
        ByteBuf data = body.take();
        try {
            return data.toString(StandardCharsets.US_ASCII);
        } finally {
            data.release();
        }
    }

    @Test
    void anErrorNamesTheRule() {
        assertThatExceptionOfType(HttpError.class)
                .isThrownBy(() -> read("zz\r\n", 10))
                .satisfies(e -> assertThat(e.text()).contains("hexadecimal"));
    }
}
