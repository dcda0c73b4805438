package io.millrace.newsql.node.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replies are the bytes that both versions of the protocol prescribe. */
class RespWriterTest {

    @Test
    void repliesThatAreTheSameInBoth() {
        for (RespWriter writer : RespWriter.values()) {
            assertThat(written(writer, (to, out) -> to.simple(out, "OK"))).isEqualTo("+OK\r\n");
            assertThat(written(writer, (to, out) -> to.error(out, "ERR two\r\nlines")))
                    .isEqualTo("-ERR two  lines\r\n");
            assertThat(written(writer, (to, out) -> to.bulk(out, "é"))).isEqualTo("$2\r\n\u00C3\u00A9\r\n");
            assertThat(written(
                            writer,
                            (to, out) -> to.bulk(out, Unpooled.wrappedBuffer(new byte[] {'a', 'b', 'c'}), 1, 2)))
                    .isEqualTo("$2\r\nbc\r\n");
            assertThat(written(writer, (to, out) -> to.array(out, 3))).isEqualTo("*3\r\n");
        }
    }

    @Test
    void repliesThatDiffer() {
        assertThat(written(RespWriter.RESP2, RespWriter::missing)).isEqualTo("$-1\r\n");
        assertThat(written(RespWriter.RESP3, RespWriter::missing)).isEqualTo("_\r\n");
        assertThat(written(RespWriter.RESP2, (to, out) -> to.map(out, 2))).isEqualTo("*4\r\n");
        assertThat(written(RespWriter.RESP3, (to, out) -> to.map(out, 2))).isEqualTo("%2\r\n");
        assertThat(written(RespWriter.RESP2, (to, out) -> to.real(out, 1.5))).isEqualTo("$3\r\n1.5\r\n");
        assertThat(written(RespWriter.RESP3, (to, out) -> to.real(out, 1.5))).isEqualTo(",1.5\r\n");
    }

    @Test
    void numbersOfAllSizes() {
        Random random = Seeds.random("RespWriterTest");
        for (int i = 0; i < 10_000; i++) {
            long value = i == 0 ? Long.MIN_VALUE : i == 1 ? Long.MAX_VALUE : random.nextLong() >> random.nextInt(64);
            assertThat(written(RespWriter.RESP2, (to, out) -> to.integer(out, value)))
                    .isEqualTo(":" + value + "\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0", "3,3", "-2,-2", "1.5,1.5", "0.1,0.1", "Infinity,inf", "-Infinity,-inf", "1e300,1.0e300"})
    void scores(double value, String text) {
        assertThat(RespWriter.textOf(value)).isEqualTo(text);
    }

    private static String written(RespWriter writer, BiConsumer<RespWriter, ByteBuf> reply) {
        ByteBuf out = Unpooled.buffer(4);
        reply.accept(writer, out);
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
