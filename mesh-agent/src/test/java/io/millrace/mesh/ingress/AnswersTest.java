package io.millrace.mesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.millrace.mesh.dubbo.DubboStatus;
import io.millrace.mesh.ingress.HttpAnswers.Persistence;
import io.millrace.mesh.link.LinkStatus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What leaves the HTTP port: heads, bodies of errors, and which status an end of a call becomes. */
class AnswersTest {
    @Test
    void aGoodAnswerHasTheFewHeadersThatACallerNeeds() {
        assertThat(head(200, HttpAnswers.TEXT, 8, Persistence.IMPLIED))
                .isEqualTo("HTTP/1.1 200 OK\r\ncontent-type: text/plain;charset=UTF-8\r\ncontent-length: 8\r\n\r\n");
        assertThat(head(200, HttpAnswers.JSON, 0, Persistence.CLOSE))
                .isEqualTo(
                        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        assertThat(head(200, HttpAnswers.TEXT, 1, Persistence.KEEP_ALIVE)).endsWith("connection: keep-alive\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 11, 99, 100, 101, 999_999_999, 1_000_000_000, Integer.MAX_VALUE})
    void anyLengthIsWrittenInDecimal(int length) {
        assertThat(head(200, HttpAnswers.TEXT, length, Persistence.IMPLIED))
                .contains("content-length: " + length + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405, 408, 413, 414, 415, 417, 431, 500, 501, 502, 503, 504, 505})
    void everyStatusThatIsGivenHasItsReasonAndFits(int status) {
        String head = head(status, HttpAnswers.TEXT, Integer.MAX_VALUE, Persistence.KEEP_ALIVE);
        assertThat(head).startsWith("HTTP/1.1 " + status + " ");
        assertThat(head.lines().findFirst().orElseThrow()).doesNotEndWith(status + " Error");
        assertThat(head.length()).isLessThanOrEqualTo(HttpAnswers.MAX_HEAD);
        assertThat(head.contains("allow: POST, GET, HEAD\r\n")).isEqualTo(status == 405);
    }

    private static String head(int status, byte[] type, int length, Persistence persistence) {
        ByteBuf out = Unpooled.buffer();
        HttpAnswers.writeHead(out, status, type, length, persistence);
        return out.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void anErrorIsJsonWithItsThreeFields() {
        assertThat(error(504, 0, "late")).isEqualTo("{\"status\":504,\"dubboStatus\":null,\"message\":\"late\"}");
        assertThat(JSON.parse(error(502, 70, "\"quoted\"\n\u0000\u4e2d\uD83D\uDE00")))
                .isEqualTo(Map.of("status", 502, "dubboStatus", 70, "message", "\"quoted\"\n\u0000\u4e2d\uD83D\uDE00"));
    }

    @Test
    void aLongMessageIsCutBetweenCharacters() {
        JSONObject cut = JSON.parseObject(error(502, 70, "x" + "\uD83D\uDE00".repeat(2000)));
        assertThat(cut.getString("message")).hasSizeLessThanOrEqualTo(1025).endsWith("\uD83D\uDE00\u2026");
        assertThat(JSON.parseObject(error(502, 70, "y".repeat(1024))).getString("message"))
                .hasSize(1024);
    }

    private static String error(int status, int dubboStatus, String message) {
        ByteBuf out = Unpooled.buffer();
        ErrorBody.write(out, status, dubboStatus, message);
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "20,200", "25,502", "30,504", "31,504", "35,502", "40,502", "50,502", "60,404", "70,502", "80,502", "90,502",
        "100,503", "0,502", "99,502", "255,502"
    })
    void everyStatusOfDubboHasItsHttpStatus(int dubbo, int http) {
        assertThat(StatusMap.ofDubbo(dubbo)).isEqualTo(http);
    }

    @Test
    void everyStatusOfTheLinkHasItsHttpStatus() {
        assertThat(StatusMap.ofLink(LinkStatus.BUSY)).isEqualTo(503);
        assertThat(StatusMap.ofLink(LinkStatus.EXPIRED)).isEqualTo(504);
        assertThat(StatusMap.ofLink(LinkStatus.UNAVAILABLE)).isEqualTo(503);
        assertThat(StatusMap.ofLink(LinkStatus.UNKNOWN_SERVICE)).isEqualTo(404);
        assertThat(StatusMap.ofLink(LinkStatus.LOST)).isEqualTo(502);
        assertThat(StatusMap.ofLink(LinkStatus.BAD_CALL)).isEqualTo(502);
        assertThat(StatusMap.ofLink(LinkStatus.TIMED_OUT)).isEqualTo(504);
        assertThat(StatusMap.ofLink(15)).isEqualTo(502);
        assertThat(StatusMap.ofDubbo(DubboStatus.OK)).isEqualTo(200);
    }
}
