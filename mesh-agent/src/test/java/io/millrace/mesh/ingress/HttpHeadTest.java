package io.millrace.mesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.mesh.ingress.HttpHead.Method;
import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHeadTest {
    private static final String START = "POST / HTTP/1.1\r\n";
    private static final String HOST = "host: a\r\n";

    @Test
    void aPlainRequestIsRead() {
        HttpHead head = Http.parsed("POST / HTTP/1.1\nHost: a:20000\nContent-Length: 12\n"
                + "Content-Type: application/x-www-form-urlencoded\n\n");
        assertThat(head.method()).isEqualTo(Method.POST);
        assertThat(head.targetIs(Http.bytes("/"))).isTrue();
        assertThat(head.contentLength()).isEqualTo(12);
        assertThat(head.isFormType()).isTrue();
        assertThat(head.isKeepAlive()).isTrue();
        assertThat(head.isHttp11()).isTrue();
        assertThat(head.isChunked()).isFalse();
        assertThat(head.expectsContinue()).isFalse();
        assertThat(head.traceParent()).isNull();
    }

    @Test
    void headersComeInAnyOrderAndAnyCase() {
        Random random = Seeds.random("HttpHeadTest");
        List<String> lines = new ArrayList<>(List.of(
                "host:a",
                "content-length:\t 7 \t",
                "expect: 100-Continue",
                "connection: foo , CLOSE",
                "content-type: Application/X-WWW-Form-Urlencoded ; charset=UTF-8",
                "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "x-other: \u00e9\u00ff"));
        for (int i = 0; i < 200; i++) {
            Collections.shuffle(lines, random);
            StringBuilder text = new StringBuilder("POST / HTTP/1.1\n");
            lines.forEach(line -> text.append(randomCaseOfName(line, random)).append('\n'));
            HttpHead head = Http.parsed(text.append('\n').toString());

            assertThat(head.contentLength()).isEqualTo(7);
            assertThat(head.expectsContinue()).isTrue();
            assertThat(head.isKeepAlive()).isFalse();
            assertThat(head.isFormType()).isTrue();
            assertThat(head.traceParent()).isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        }
    }

    private static String randomCaseOfName(String line, Random random) {
        int colon = line.indexOf(':');
        StringBuilder cased = new StringBuilder();
        for (char c : line.substring(0, colon).toCharArray()) {
            cased.append(random.nextBoolean() ? Character.toUpperCase(c) : c);
        }
        return cased + line.substring(colon);
    }

    @Test
    void everyPartOfAHeadIsAwaitedAndTheWholeIsTaken() {
        byte[] in = Http.bytes(START + HOST + "content-length: 3\r\n\r\nabc");
        HttpHead head = new HttpHead(Http.LIMITS);
        for (int end = 0; end < in.length - 3; end++) {
            assertThat(head.parse(in, 0, end)).as("first " + end + " bytes").isEqualTo(-1);
        }
        for (int end = in.length - 3; end <= in.length; end++) {
            assertThat(head.parse(in, 0, end)).isEqualTo(in.length - 3);
        }
    }

    @Test
    void aHeadMayStartAnywhereInItsArray() {
        byte[] in = Http.bytes("garbage" + START + HOST + "\r\n");
        HttpHead head = new HttpHead(Http.LIMITS);
        assertThat(head.parse(in, 7, in.length)).isEqualTo(in.length);
        assertThat(head.targetIs(Http.bytes("/"))).isTrue();
    }

    @Test
    void nothingIsLeftOfTheRequestBefore() {
        HttpHead head = new HttpHead(Http.LIMITS);
        byte[] first = Http.bytes(START + HOST + "Transfer-Encoding: chunked\r\nexpect: 100-continue\r\n"
                + "connection: close\r\ncontent-type: text/plain\r\ntraceparent: x\r\ntracestate: y\r\n\r\n");
        byte[] second = Http.bytes("GET /health HTTP/1.1\r\nhost: b\r\n\r\n");
        assertThat(head.parse(first, 0, first.length)).isPositive();
        assertThat(head.isChunked()).isTrue();
        assertThat(head.traceState()).isEqualTo("y");
        assertThat(head.parse(second, 0, second.length)).isPositive();

        assertThat(head.method()).isEqualTo(Method.GET);
        assertThat(head.isChunked()).isFalse();
        assertThat(head.expectsContinue()).isFalse();
        assertThat(head.isKeepAlive()).isTrue();
        assertThat(head.isFormType()).isTrue();
        assertThat(head.contentLength()).isZero();
        assertThat(head.traceParent()).isNull();
        assertThat(head.traceState()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"GET,GET", "HEAD,HEAD", "POST,POST", "PUT,OTHER", "get,OTHER", "PURGE!,OTHER", "POSTS,OTHER"})
    void methodsAreKnownByTheirExactName(String name, Method method) {
        assertThat(Http.parsed(name + " / HTTP/1.1\nhost: a\n\n").method()).isEqualTo(method);
    }

    @ParameterizedTest
    @CsvSource({
        "/,/,true",
        "/?a=b,/,true",
        "/x,/,false",
        "/health,/health,true",
        "/healthy,/health,false",
        "/?,/,true",
        "http://a/,/,true",
        "HTTP://a:80/health?x,/health,true",
        "http://a,/,true",
        "http://a?x=/y,/,true",
        "https://a/,/,false",
        "http:/,/,false"
    })
    void aTargetIsItsPathWithoutTheQuery(String target, String path, boolean same) {
        HttpHead head = Http.parsed("POST " + target + " HTTP/1.1\nhost: a\n\n");
        assertThat(head.targetIs(Http.bytes(path))).isEqualTo(same);
        assertThat(head.target()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r\n",
                " ",
                "POST\r\n",
                "POST /\r\n",
                "POST  / HTTP/1.1\r\n",
                "POST /  HTTP/1.1\r\n",
                "POST / HTTP/1.1 \r\n",
                " POST / HTTP/1.1\r\n",
                "POST / a HTTP/1.1\r\n",
                "POST / http/1.1\r\n",
                "PO(ST / HTTP/1.1\r\n",
                "PO\u00e9ST / HTTP/1.1\r\n",
                "POST\t/ HTTP/1.1\r\n",
                "/ HTTP/1.1\r\n",
                "HTTP/1.1\r\n",
                "A\r\n"
            })
    void aMalformedRequestLineIs400(String line) {
        String raw = (line.isEmpty() ? "\r\n" : line.endsWith("\n") ? line : line + "\r\n") + HOST + "\r\n";
        assertThat(Http.statusOf(raw)).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.2", "HTTP/2.0", "HTTP/0.9", "HTTP/1.9", "HTTP/3.0"})
    void anotherVersionIs505(String version) {
        assertThat(Http.statusOf("POST / " + version + "\r\n" + HOST + "\r\n")).isEqualTo(505);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+5", "-1", "", " ", "5 5", "5,5", "0x5", "5a", "1e3", "5;", "\u00b2", "5\t5"})
    void aBadContentLengthIs400(String value) {
        assertThat(Http.statusOf(START + HOST + "content-length: " + value + "\r\n\r\n"))
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1001", "4294967297", "18446744073709551617", "999999999999999999999999999999999999"})
    void aBodyBeyondTheLimitIs413(String length) {
        assertThat(Http.statusOf(START + HOST + "content-length: " + length + "\r\n\r\n"))
                .isEqualTo(413);
    }

    @Test
    void aBodyAtTheLimitIsTakenAndLeadingZerosCountNothing() {
        assertThat(Http.parsed("POST / HTTP/1.1\nhost: a\ncontent-length: 0000001000\n\n")
                        .contentLength())
                .isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "content-length: 5\r\ncontent-length: 5\r\n",
                "content-length: 5\r\nContent-Length: 6\r\n",
                "content-length: 5\r\ntransfer-encoding: chunked\r\n",
                "transfer-encoding: chunked\r\ncontent-length: 5\r\n",
                "transfer-encoding: chunked\r\ncontent-length: 0\r\n",
                "transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n"
            })
    void whatCouldBeReadAsTwoLengthsIs400(String fields) {
        assertThat(Http.statusOf(START + HOST + fields + "\r\n")).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "gzip, chunked", "chunked, chunked", "identity", "xchunked", "chunked;q=1", ""})
    void anotherTransferEncodingIs501(String value) {
        assertThat(Http.statusOf(START + HOST + "transfer-encoding: " + value + "\r\n\r\n"))
                .isEqualTo(501);
    }

    @Test
    void chunksInHttp10Are400() {
        assertThat(Http.statusOf("POST / HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n"))
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"100-continue,0", "100-Continue,0", "200-ok,417", "100-continue2,417", "'',417"})
    void onlyOneExpectationCanBeMet(String value, int status) {
        assertThat(Http.statusOf(START + HOST + "expect: " + value + "\r\n\r\n"))
                .isEqualTo(status);
    }

    @Test
    void http10ExpectsNoContinue() {
        assertThat(Http.parsed("POST / HTTP/1.0\nexpect: 100-continue\n\n").expectsContinue())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"identity,0", "Identity,0", "gzip,415", "br,415", "'gzip, identity',415"})
    void contentEncodingsAre415(String value, int status) {
        assertThat(Http.statusOf(START + HOST + "content-encoding: " + value + "\r\n\r\n"))
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "1.1,'',true",
        "1.0,'',false",
        "1.1,'connection: close\n',false",
        "1.1,'connection: Close\n',false",
        "1.1,'connection: keep-alive, close\n',false",
        "1.1,'connection: close, keep-alive\n',false",
        "1.1,'connection: close\nconnection: keep-alive\n',false",
        "1.1,'connection: keep-alive\nconnection: close\n',false",
        "1.1,'connection: upgrade , x\n',true",
        "1.1,'connection: closed\n',true",
        "1.1,'connection: ,, ,\n',true",
        "1.1,'connection:\n',true",
        "1.0,'connection: keep-alive\n',true",
        "1.0,'connection: Keep-Alive, foo\n',true",
        "1.0,'connection: foo,\tkeep-alive\t\n',true",
        "1.0,'connection: close\nconnection: keep-alive\n',false",
        "1.0,'connection: keep-alive-ish\n',false"
    })
    void theConnectionStaysOpenAsItsTokensSay(String version, String fields, boolean open) {
        assertThat(Http.parsed("POST / HTTP/" + version + "\nhost: a\n" + fields + "\n")
                        .isKeepAlive())
                .isEqualTo(open);
    }

    @ParameterizedTest
    @CsvSource({
        "'POST / HTTP/1.1\r\n\r\n',400",
        "'POST / HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n',400",
        "'POST / HTTP/1.1\r\nhost: a\r\nHOST: b\r\n\r\n',400",
        "'POST / HTTP/1.1\r\nhost:\r\n\r\n',0",
        "'POST / HTTP/1.0\r\n\r\n',0",
        "'POST / HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n',400"
    })
    void aHostStandsOnce(String raw, int status) {
        assertThat(Http.statusOf(raw)).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a : b\r\n",
                "a\t: b\r\n",
                " folded\r\n",
                "\tfolded\r\n",
                "no colon\r\n",
                "nocolon\r\n",
                ": no name\r\n",
                "a(b: c\r\n",
                "a\u00e9: b\r\n",
                "a: b\nc: d\r\n",
                "a: b\rc: d\r\n",
                "a: \u0000\r\n",
                "a: b\u0001c\r\n",
                "a: \u001b[31m\r\n",
                "a\u0000: b\r\n",
                "a: b\r\r\n",
                "a: b\n"
            })
    void aMalformedFieldIs400(String field) {
        assertThat(Http.statusOf(START + HOST + field + "x: y\r\n\r\n")).isEqualTo(400);
        assertThat(Http.statusOf(START + field + HOST + "\r\n")).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PO\u0000ST / HTTP/1.1\r\n",
                "POST /\n HTTP/1.1\r\n",
                "POST / HTTP/1.1\n",
                "POST /\r HTTP/1.1\r\n",
                "POST /\u007F HTTP/1.1\r\n"
            })
    void controlCharactersInTheRequestLineAre400(String line) {
        assertThat(Http.statusOf(line + HOST + "\r\n")).isEqualTo(400);
    }

    @Test
    void garbageIsRefusedBeforeALineEnds() {
        assertThat(Http.statusOf("\u0016\u0003\u0001")).as("TLS").isEqualTo(400);
        assertThat(Http.statusOf("\u0000")).isEqualTo(400);
    }

    @Test
    void aGiantRequestLineIs414WhetherOrNotItEnds() {
        String giant = "POST /" + "x".repeat(1000);
        assertThat(Http.statusOf(giant)).isEqualTo(414);
        assertThat(Http.statusOf(giant + " HTTP/1.1\r\n" + HOST + "\r\n")).isEqualTo(414);
        assertThat(Http.statusOf("POST /" + "x".repeat(48) + " HTTP/1.1\r\n" + HOST + "\r\n"))
                .isZero();
    }

    @Test
    void aHeadBeyondItsBytesIs431WhetherOrNotItEnds() {
        String giant = START + HOST + "a: " + "x".repeat(1000);
        assertThat(Http.statusOf(giant)).isEqualTo(431);
        assertThat(Http.statusOf(giant + "\r\n\r\n")).isEqualTo(431);
        assertThat(Http.statusOf(START + HOST + "a: " + "x".repeat(400) + "\r\n\r\n"))
                .isZero();
    }

    @Test
    void aFloodOfFieldsIs431() {
        assertThat(Http.statusOf(START + HOST + "a: b\r\n".repeat(7) + "\r\n")).isZero();
        assertThat(Http.statusOf(START + HOST + "a: b\r\n".repeat(8) + "\r\n")).isEqualTo(431);
        assertThat(Http.statusOf(START + HOST + "a: b\r\n".repeat(8))).isEqualTo(431);
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded,true",
        "application/x-www-form-urlencoded; charset=utf-8,true",
        "application/x-www-form-urlencoded ;charset=utf-8,true",
        "application/x-www-form-urlencodedx,false",
        "application/json,false",
        "text/plain,false",
        "'',false"
    })
    void aFormIsWhatSaysSo(String type, boolean form) {
        assertThat(Http.parsed("POST / HTTP/1.1\nhost: a\ncontent-type: " + type + "\n\n")
                        .isFormType())
                .isEqualTo(form);
    }

    @Test
    void anOverlongTraceContextIsLeftOut() {
        HttpHead head = Http.parsed("POST / HTTP/1.1\nhost: a\ntraceparent: " + "x".repeat(129) + "\ntracestate:\n\n");
        assertThat(head.traceParent()).isNull();
        assertThat(head.traceState()).isNull();
    }

    @Test
    void anErrorTellsTheRule() {
        assertThatExceptionOfType(HttpError.class)
                .isThrownBy(() -> Http.parsed("POST / HTTP/1.1\nhost: a\ncontent-length: 2000\n\n"))
                .satisfies(e -> assertThat(e.text()).contains("2000", "limit: 1000"));
    }

    @Test
    void mutatedHeadsAreReadAwaitedOrRefusedAndNothingElse() {
        Random random = Seeds.random("HttpHeadTest mutations");
        byte[] good =
                Http.bytes(START + HOST + "content-length: 5\r\nconnection: close\r\nexpect: 100-continue\r\n\r\n");
        HttpHead head = new HttpHead(Http.LIMITS);
        for (int i = 0; i < 50_000; i++) {
            byte[] bad = good.clone();
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(head.parse(bad, 0, random.nextInt(bad.length + 1))).isBetween(-1, bad.length);
            } catch (HttpError e) {
                assertThat(e.status()).isBetween(400, 505);
            }
        }
    }
}
