package io.millrace.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.mesh.RawHttp.Answer;
import io.millrace.testkit.LeakCheck;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an HTTP client of any manners meets at the consumer agent. */
class HttpIngressIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static final int MAX_BODY = 64 << 10;
    private static final HttpLimits LIMITS =
            new HttpLimits(2048, 8192, 20, MAX_BODY, 16, 50, Duration.ofSeconds(30), Duration.ofMinutes(10));

    private static FakeProvider provider;
    private static TestMesh mesh;
    private static MeshAgent agent;

    private RawHttp bystander;

    @BeforeAll
    static void start() {
        provider = FakeProvider.start();
        mesh = TestMesh.inMemory();
        mesh.provider(provider.port());
        agent = mesh.consumer(config -> config.withHttp(LIMITS).withDeadline(Duration.ofSeconds(20)));
        TestMesh.awaitAnswer(agent);
    }

    @AfterAll
    static void stop() throws Exception {
        mesh.close();
        provider.close();
    }

    /** Open through every test: what one connection does, another must not notice. */
    @BeforeEach
    void openBystander() {
        provider.behave(FakeProvider.Call::hash);
        bystander = RawHttp.to(agent.address());
        assertThat(bystander.call("hash", "before").body()).isEqualTo(hash("before"));
    }

    @AfterEach
    void askBystander() {
        Answer answer = bystander.call("hash", "after");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(hash("after"));
        bystander.close();
    }

    private static String hash(String text) {
        return Integer.toString(text.hashCode());
    }

    private static RawHttp connect() {
        return RawHttp.to(agent.address());
    }

    @Test
    void answersTheContestsRequest() {
        String form = "interface=io.millrace.sample.HashService&method=hash"
                + "&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=hello";
        try (RawHttp http = connect()) {
            Answer answer = http.send("POST / HTTP/1.1\r\n"
                            + "Content-Type: application/x-www-form-urlencoded\r\n"
                            + "Host: 127.0.0.1:20000\r\nAccept: */*\r\nUser-Agent: AHC/2.1\r\n"
                            + "Content-Length: " + form.length() + "\r\n\r\n" + form)
                    .read();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("99162322");
            assertThat(answer.headers()).containsEntry("content-type", "text/plain;charset=UTF-8");
            assertThat(answer.headers()).doesNotContainKey("connection");
            assertThat(http.call("hash", "again").body())
                    .as("on the same connection")
                    .isEqualTo(hash("again"));
        }
    }

    @Test
    void readsHeadersAndFieldsInAnyOrderAndCase() {
        String form = "parameter=hello&group=&foreign=1&parameterTypesString=Ljava/lang/String;" + "&interface="
                + RawHttp.SERVICE + "&method=hash";
        String rest = "\r\nX-Empty:\r\ncOnTeNt-LeNgTh:  " + form.length() + " \r\nx-long: " + "y".repeat(1000)
                + "\r\nHOST:agent\r\ncontent-TYPE: Application/X-WWW-Form-Urlencoded; charset=utf-8\r\n\r\n" + form;
        try (RawHttp http = connect()) {
            assertThat(http.send("POST / HTTP/1.1" + rest).read().body()).isEqualTo("99162322");
            assertThat(http.send("POST /?trace=1 HTTP/1.1" + rest).read().body())
                    .as("with a query, which says nothing")
                    .isEqualTo("99162322");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"grüße, 世界 🌍", "a b+c%d&e=f", "", "line\nbreak\tand \"quotes\" \\ \u0001", "<ünïcode>"})
    void carriesUrlEncodedUtf8(String text) {
        try (RawHttp http = connect()) {
            // The fake provider reads no surrogates: what hessian makes of those is the real providers' test.
            String sent = text.replace("🌍", "");
            String form = RawHttp.form("hash", URLEncoder.encode(sent, UTF_8));
            assertThat(http.send(RawHttp.post(form)).read().body()).isEqualTo(hash(sent));
            String raw = RawHttp.form("hash", "rohe-ümlaute");
            assertThat(http.send(RawHttp.post(raw)).read().body()).isEqualTo(hash("rohe-ümlaute"));
        }
    }

    @Test
    void answersPipelinedRequestsInTheirOrder() {
        int requests = 200;
        provider.behave(call -> {
            if (call.argument().endsWith("7")) {
                call.hashAfter(30);
            } else {
                call.hash();
            }
        });
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < requests; i++) {
            all.append(
                    i % 20 == 3 ? "GET /health HTTP/1.1\r\nHost: agent\r\n\r\n" : RawHttp.post(form("hash", "p" + i)));
        }
        try (RawHttp http = connect()) {
            http.send(all.toString());
            for (int i = 0; i < requests; i++) {
                Answer answer = http.read();
                assertThat(answer.status()).as("answer %d", i).isEqualTo(200);
                assertThat(answer.body()).as("answer %d", i).isEqualTo(i % 20 == 3 ? "ready\n" : hash("p" + i));
            }
        }
    }

    @Test
    void anErrorOfACallKeepsItsPlaceAndTheConnection() {
        provider.behave(call -> call.hashAfter(20));
        try (RawHttp http = connect()) {
            http.send(RawHttp.post(form("hash", "one"))
                    + RawHttp.post("method=hash&parameter=two")
                    + RawHttp.post(form("hash", "three"))
                    + RawHttp.post(form("hash", "four"), "Connection: close")
                    + RawHttp.post(form("hash", "never read")));
            assertThat(http.read().body()).isEqualTo(hash("one"));
            assertError(http.read(), 400, "interface");
            assertThat(http.read().body()).isEqualTo(hash("three"));
            Answer last = http.read();
            assertThat(last.body()).isEqualTo(hash("four"));
            assertThat(last.closes()).isTrue();
            assertThat(http.isEnded()).isTrue();
        }
    }

    @Test
    void readsChunks() {
        String form = form("hash", "hello");
        StringBuilder chunks = new StringBuilder();
        for (int i = 0; i < form.length(); i += 7) {
            String chunk = form.substring(i, Math.min(form.length(), i + 7));
            chunks.append(Integer.toHexString(chunk.length()))
                    .append(";name=value\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        chunks.append("0\r\nTrailer: ignored\r\n\r\n");
        String request = "POST / HTTP/1.1\r\nHost: agent\r\nTransfer-Encoding: Chunked\r\n\r\n" + chunks;
        try (RawHttp http = connect()) {
            assertThat(http.send(request).read().body()).isEqualTo("99162322");
            for (byte each : (request + request).getBytes(UTF_8)) {
                http.send(new byte[] {each});
            }
            assertThat(http.read().body()).isEqualTo("99162322");
            assertThat(http.read().body()).isEqualTo("99162322");
        }
    }

    @Test
    void readsOneByteAtATime() {
        String request = RawHttp.post(form("hash", "hello"));
        try (RawHttp http = connect()) {
            for (byte each : ("\r\n" + request + "\r\n" + request).getBytes(UTF_8)) {
                http.send(new byte[] {each});
            }
            assertThat(http.read().body()).isEqualTo("99162322");
            assertThat(http.read().body()).isEqualTo("99162322");
        }
    }

    @Test
    void saysContinueToThoseWhoWaitForIt() {
        String form = form("hash", "hello");
        String head = "POST / HTTP/1.1\r\nHost: agent\r\nExpect: 100-continue\r\nContent-Length: ";
        try (RawHttp http = connect()) {
            assertThat(http.send(head + form.length() + "\r\n\r\n").read().status())
                    .isEqualTo(100);
            assertThat(http.send(form).read().body()).isEqualTo("99162322");
            assertThat(http.send(head + form.length() + "\r\n\r\n" + form)
                            .read()
                            .body())
                    .as("not said where the body is there already")
                    .isEqualTo("99162322");
            assertError(http.send(head + (MAX_BODY + 1) + "\r\n\r\n").read(), 413, "limit");
            assertThat(http.isEnded()).isTrue();
        }
        try (RawHttp http = connect()) {
            assertError(
                    http.send("POST / HTTP/1.1\r\nHost: agent\r\nExpect: miracles\r\n\r\n")
                            .read(),
                    417,
                    "100-continue");
        }
    }

    @Test
    void speaksHttp10() {
        String form = form("hash", "hello");
        String rest = "Content-Length: " + form.length() + "\r\n\r\n" + form;
        try (RawHttp http = connect()) {
            Answer kept = http.send("POST / HTTP/1.0\r\nConnection: Keep-Alive\r\n" + rest)
                    .read();
            assertThat(kept.body()).isEqualTo("99162322");
            assertThat(kept.headers()).containsEntry("connection", "keep-alive");
            Answer last = http.send("POST / HTTP/1.0\r\n" + rest).read();
            assertThat(last.body()).isEqualTo("99162322");
            assertThat(last.closes()).isTrue();
            assertThat(http.isEnded()).isTrue();
        }
    }

    @Test
    void closesWhenAskedTo() {
        try (RawHttp http = connect()) {
            Answer answer = http.send(RawHttp.post(form("hash", "hello"), "Connection: foo, Close"))
                    .read();
            assertThat(answer.body()).isEqualTo("99162322");
            assertThat(answer.closes()).isTrue();
            assertThat(http.isEnded()).isTrue();
        }
    }

    @Test
    void tellsItsHealth() {
        try (RawHttp http = connect()) {
            Answer get =
                    http.send("GET /health HTTP/1.1\r\nHost: agent\r\n\r\n").read();
            assertThat(get.status()).isEqualTo(200);
            assertThat(get.body()).isEqualTo("ready\n");
            Answer head =
                    http.send("HEAD /health HTTP/1.1\r\nHost: agent\r\n\r\n").readHead();
            assertThat(head.status()).isEqualTo(200);
            assertThat(http.call("hash", "hello").body())
                    .as("no body followed the answer to HEAD")
                    .isEqualTo("99162322");
            assertThat(http.send("HEAD /elsewhere HTTP/1.1\r\nHost: agent\r\n\r\n")
                            .readHead()
                            .status())
                    .isEqualTo(404);
            assertThat(http.isEnded()).as("nor one to a HEAD that was refused").isTrue();
        }
    }

    @Test
    void servesTheClientOfTheJdk() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        URI uri = URI.create("http://127.0.0.1:" + agent.address().getPort() + "/");
        for (int i = 0; i < 20; i++) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .timeout(TestMesh.LIMIT)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .expectContinue(i % 5 == 0)
                    .POST(
                            i % 2 == 0
                                    ? HttpRequest.BodyPublishers.ofString(form("hash", "jdk" + i))
                                    : HttpRequest.BodyPublishers.fromPublisher(
                                            HttpRequest.BodyPublishers.ofString(form("hash", "jdk" + i))))
                    .build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(hash("jdk" + i));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | content-length | POST / HTTP/1.1~Host: a~Content-Length: 5x~~hello",
                "400 | content-length | POST / HTTP/1.1~Host: a~Content-Length: -5~~hello",
                "400 | content-length | POST / HTTP/1.1~Host: a~Content-Length: +5~~hello",
                "400 | content-length | POST / HTTP/1.1~Host: a~Content-Length:~~hello",
                "400 | twice          | POST / HTTP/1.1~Host: a~Content-Length: 5~Content-Length: 5~~hello",
                "400 | content-length | POST / HTTP/1.1~Host: a~Content-Length: 5, 5~~hello",
                "400 | together       | POST / HTTP/1.1~Host: a~Content-Length: 5~Transfer-Encoding: chunked~~0~~",
                "400 | twice          | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~Transfer-Encoding: chunked~~0~~",
                "501 | chunked        | POST / HTTP/1.1~Host: a~Transfer-Encoding: gzip, chunked~~0~~",
                "400 | HTTP/1.0       | POST / HTTP/1.0~Transfer-Encoding: chunked~~0~~",
                "413 | limit          | POST / HTTP/1.1~Host: a~Content-Length: 65537~~",
                "413 | limit          | POST / HTTP/1.1~Host: a~Content-Length: 99999999999999999999999~~",
                "400 | chunk          | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~zz~~",
                "400 | chunk          | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~-1~~",
                "400 | chunk          | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abcd~0~~",
                "413 | longer         | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~10001~~",
                "413 | longer         | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~7fffffff~~",
                "400 | host           | POST / HTTP/1.1~Content-Length: 0~~",
                "400 | host           | POST / HTTP/1.1~Host: a~Host: b~Content-Length: 0~~",
                "400 | field name     | POST / HTTP/1.1~Host : a~Content-Length: 0~~",
                "400 | field name     | POST / HTTP/1.1~Host: a~ folded: yes~Content-Length: 0~~",
                "400 | field name     | POST / HTTP/1.1~Host: a~nothing~~",
                "400 | control        | POST / HTTP/1.1~Host: a^~~",
                "400 | control        | POST /^ HTTP/1.1~Host: a~~",
                "400 | request line   | hello~~",
                "400 | request line   | POST /~Host: a~~",
                "400 | white space    | POST / x HTTP/1.1~Host: a~~",
                "400 | method         | P(ST / HTTP/1.1~Host: a~~",
                "505 | version        | POST / HTTP/2.0~Host: a~~",
                "505 | version        | POST / HTTP/1.2~Host: a~~",
                "404 | served         | POST /elsewhere HTTP/1.1~Host: a~Content-Length: 0~~",
                "405 | POST           | PUT / HTTP/1.1~Host: a~Content-Length: 0~~",
                "405 | POST           | GET / HTTP/1.1~Host: a~~",
                "405 | GET            | POST /health HTTP/1.1~Host: a~Content-Length: 0~~",
                "415 | form           | POST / HTTP/1.1~Host: a~Content-Type: text/xml~Content-Length: 0~~",
                "415 | encoding       | POST / HTTP/1.1~Host: a~Content-Encoding: gzip~Content-Length: 0~~",
            })
    void answersMalformedRequestsAndCloses(int status, String word, String request) {
        try (RawHttp http = connect()) {
            Answer answer = http.send(bytes(request)).read();
            assertError(answer, status, word);
            assertThat(answer.closes()).isTrue();
            assertThat(http.isEnded()).isTrue();
        }
    }

    private static String bytes(String request) {
        return request.replace("~", "\r\n").replace('^', '\0');
    }

    @Test
    void refusesWhatIsTooLong() {
        String start = "POST / HTTP/1.1\r\nHost: a\r\n";
        List<String> requests = new ArrayList<>();
        requests.add("414" + "POST /" + "x".repeat(3000) + " HTTP/1.1\r\n\r\n");
        requests.add("414" + "x".repeat(100_000));
        requests.add("431" + start + "x: " + "y".repeat(9000) + "\r\n\r\n");
        requests.add("431" + start + "x: y\r\n".repeat(25) + "\r\n");
        requests.add("431" + start + ("x: " + "y".repeat(500) + "\r\n").repeat(18) + "\r\n");
        requests.add("400" + "POST / HTTP/1.1\nHost: a\n\n");
        requests.add("400" + "POST / HTTP/1.1\r\nHost: a\rx: y\r\n\r\n");
        requests.add("400" + start + "Transfer-Encoding: chunked\r\n\r\n" + "1".repeat(5000));
        requests.add("400" + start + "Transfer-Encoding: chunked\r\n\r\n1;" + "x".repeat(5000));
        requests.add("431" + start + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + "a: b\r\n".repeat(200) + "\r\n");
        for (String each : requests) {
            try (RawHttp http = connect()) {
                Answer answer = http.send(each.substring(3)).read();
                assertError(answer, Integer.parseInt(each.substring(0, 3)), "");
                assertThat(answer.closes()).isTrue();
                assertThat(http.isEnded()).isTrue();
            }
        }
        assertThat(mesh.malformed("http")).isGreaterThanOrEqualTo(requests.size());
    }

    @Test
    void answersFormsThatMakeNoCallAndKeepsTheConnection() {
        String service = "interface=" + RawHttp.SERVICE;
        String string = "&parameterTypesString=Ljava/lang/String;";
        try (RawHttp http = connect()) {
            assertError(http.send(RawHttp.post("")).read(), 400, "interface");
            assertError(http.send(RawHttp.post("%%%&&&===")).read(), 400, "interface");
            assertError(http.send(RawHttp.post(service)).read(), 400, "method");
            assertError(
                    http.send(RawHttp.post(service + "&method=hash" + string)).read(), 400, "parameter");
            assertError(http.send(RawHttp.post(form("hash", "%zz"))).read(), 400, "escape");
            assertError(http.send(RawHttp.post(form("hash", "%ff%fe"))).read(), 400, "UTF-8");
            assertError(
                    http.send(RawHttp.post(form("hash", "a") + "&parameter=b")).read(), 400, "twice");
            assertError(
                    http.send(RawHttp.post(service + "&method=hash&parameterTypesString=Ljava/util/Map;&parameter=a"))
                            .read(),
                    400,
                    "Ljava/util/Map;");
            assertError(
                    http.send(RawHttp.post(service + "&method=hash&parameterTypesString=I&parameter=many"))
                            .read(),
                    400,
                    "number");
            assertError(
                    http.send(RawHttp.post("interface=no.such.Service&method=hash" + string + "&parameter=a"))
                            .read(),
                    404,
                    "no.such.Service");
            assertThat(http.call("hash", "hello").body()).isEqualTo("99162322");
        }
    }

    @Test
    void takesBodiesUpToTheLimit() {
        String start = form("hash", "");
        for (int length : new int[] {MAX_BODY - 1, MAX_BODY}) {
            String form = "padding=" + "x".repeat(length - start.length() - 14) + "&" + start + "hello";
            assertThat(form).hasSize(length);
            try (RawHttp http = connect()) {
                assertThat(http.send(RawHttp.post(form)).read().body()).isEqualTo("99162322");
                String chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(length) + "\r\n" + form + "\r\n0\r\n\r\n";
                assertThat(http.send(chunked).read().body()).isEqualTo("99162322");
            }
        }
        try (RawHttp http = connect()) {
            assertError(http.send(RawHttp.post("x".repeat(MAX_BODY + 1))).read(), 413, "limit");
            assertThat(http.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatDoesNotReadIsNotReadEither() {
        int answers = 128;
        int length = 200_000;
        AtomicInteger asked = new AtomicInteger();
        provider.behave(call -> {
            if (call.argument().startsWith("slow")) {
                asked.incrementAndGet();
                call.text(length);
            } else {
                call.hash();
            }
        });
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < answers; i++) {
            all.append(RawHttp.post(form("hash", "slow" + i)));
        }
        try (RawHttp slow = RawHttp.to(agent.address(), 4096)) {
            slow.send(all.toString());
            await().atMost(TestMesh.LIMIT).until(() -> asked.get() > 0);
            for (int i = 0; i < 200; i++) {
                assertThat(bystander.call("hash", "while " + i).body()).isEqualTo(hash("while " + i));
            }
            assertThat(asked)
                    .as("what the agent owes, and what the kernel's buffers took")
                    .hasValueLessThan(answers);
            for (int i = 0; i < answers; i++) {
                assertThat(slow.read().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void anAnswerIsWholeForASlowClientThatAskedToClose() {
        int length = 6_000_000;
        provider.behave(call -> {
            if (call.argument().equals("large")) {
                call.text(length);
            } else {
                call.hash();
            }
        });
        try (RawHttp slow = RawHttp.to(agent.address(), 4096)) {
            slow.send(RawHttp.post(form("hash", "large"), "Connection: close"));
            // Reading begins only after the agent has had every chance to give the client up.
            await().pollDelay(Duration.ofMillis(2500)).atMost(TestMesh.LIMIT).until(() -> true);
            Answer answer = slow.read();
            assertThat(answer.body()).hasSize(length);
            assertThat(slow.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatLeavesItsCallsBehindHarmsNobody() {
        provider.behave(call -> call.hashAfter(100));
        for (int i = 0; i < 20; i++) {
            RawHttp http = connect();
            http.send(RawHttp.post(form("hash", "left" + i)) + "POST / HT");
            http.close();
        }
        try (RawHttp http = connect()) {
            assertThat(http.call("hash", "hello").body()).isEqualTo("99162322");
        }
        await().atMost(TestMesh.LIMIT).until(() -> provider.open() == 0);
    }

    @Test
    void refusesConnectionsBeyondTheLimit() {
        List<RawHttp> many = new ArrayList<>();
        try {
            // The bystander is one of them; those of other tests may take a moment to be gone.
            await().atMost(TestMesh.LIMIT).untilAsserted(() -> {
                many.forEach(RawHttp::close);
                many.clear();
                for (int i = 1; i < LIMITS.maxConnections(); i++) {
                    RawHttp http = connect();
                    many.add(http);
                    assertThat(http.call("hash", "hello").status()).isEqualTo(200);
                }
            });
            try (RawHttp tooMany = connect()) {
                assertError(tooMany.read(), 503, "connections");
                assertThat(tooMany.isEnded()).isTrue();
            }
            many.remove(0).close();
            await().atMost(TestMesh.LIMIT).untilAsserted(() -> {
                try (RawHttp again = connect()) {
                    assertThat(again.call("hash", "hello").status()).isEqualTo(200);
                }
            });
        } finally {
            many.forEach(RawHttp::close);
        }
    }

    @Test
    void aRequestThatDoesNotEndIsGivenUp() throws Exception {
        try (TestMesh own = TestMesh.inMemory()) {
            MeshAgent brief = own.consumer(config -> config.withHttp(limits(Duration.ofMillis(100), TestMesh.LIMIT)));
            try (RawHttp half = RawHttp.to(brief.address())) {
                half.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhal");
                assertError(half.read(), 408, "complete");
                assertThat(half.isEnded()).isTrue();
            }
        }
    }

    @Test
    void aConnectionWithoutARequestIsClosed() throws Exception {
        try (TestMesh own = TestMesh.inMemory()) {
            MeshAgent brief = own.consumer(config -> config.withHttp(limits(TestMesh.LIMIT, Duration.ofMillis(100))));
            try (RawHttp idle = RawHttp.to(brief.address())) {
                assertThat(idle.isEnded()).isTrue();
            }
        }
    }

    private static HttpLimits limits(Duration request, Duration idle) {
        return new HttpLimits(2048, 8192, 20, MAX_BODY, 16, 50, request, idle);
    }

    private static String form(String method, String parameter) {
        return RawHttp.form(method, parameter);
    }

    private static void assertError(Answer answer, int status, String word) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        assertThat(answer.body())
                .startsWith("{\"status\":" + status + ",\"dubboStatus\":null,\"message\":\"")
                .endsWith("\"}")
                .containsIgnoringCase(word);
    }
}
