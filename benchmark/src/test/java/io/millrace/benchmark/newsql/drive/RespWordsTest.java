package io.millrace.benchmark.newsql.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespWordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"+OK\r\n", ":42\r\n", "$5\r\nhello\r\n", "$0\r\n\r\n", "*0\r\n", "*2\r\n$1\r\na\r\n*1\r\n:7\r\n"
            })
    void aReplyEndsWhereItEndsAndNoByteEarlier(String reply) {
        for (int length = 0; length < reply.length(); length++) {
            assertThat(RespWords.endOf(bytes(reply.substring(0, length)), 0)).isEqualTo(-1);
        }
        assertThat(RespWords.endOf(bytes(reply + "+next\r\n"), 0)).isEqualTo(reply.length());
    }

    @Test
    void anErrorIsNoReply() {
        assertThatThrownBy(() -> RespWords.endOf(bytes("-ERR no\r\n"), 0))
                .isInstanceOf(UnexpectedAnswerException.class)
                .hasMessage("-ERR no");
        assertThatThrownBy(() -> RespWords.endOf(bytes("$-1\r\n"), 0)).isInstanceOf(UnexpectedAnswerException.class);
    }

    @Test
    void aCommandIsAnArrayOfBulkStrings() {
        ByteBuf out = Unpooled.buffer();
        RespWords.command(out, 10);
        RespWords.word(out, "x".repeat(123));

        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo("*10\r\n$123\r\n" + "x".repeat(123) + "\r\n");
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
