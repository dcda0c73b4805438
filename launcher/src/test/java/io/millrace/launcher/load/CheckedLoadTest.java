package io.millrace.launcher.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.launcher.child.Ports;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckedLoadTest {

    private static final int EVERY = 10;

    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final AtomicInteger calls = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(Ports.loopback(0), 64);
        server.setExecutor(workers);
        server.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.stop(0);
        workers.shutdownNow();
        assertThat(workers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void countsRightAnswers() throws InterruptedException {
        serve(0);

        LoadResult result = new CheckedLoad(server.getAddress(), 8, 80, 1).run(done -> {});

        assertThat(result.isPerfect()).as(String.valueOf(result.firstFailure())).isTrue();
        assertThat(result.right()).isEqualTo(80);
        assertThat(result.latencies().count()).isEqualTo(80);
        assertThat(result.latencies().percentileNanos(1)).isPositive();
        assertThat(result.ratePerSecond()).isPositive();
        assertThat(calls).hasValue(80);
    }

    @Test
    void countsAWrongValueAsWrong() throws InterruptedException {
        serve(EVERY);

        LoadResult result = new CheckedLoad(server.getAddress(), 4, 50, 2).run(done -> {});

        assertThat(result.isPerfect()).isFalse();
        assertThat(result.right()).isEqualTo(45);
        assertThat(result.wrong()).isEqualTo(5);
        assertThat(result.latencies().count()).isEqualTo(45);
        assertThat(result.firstFailure()).contains("answer -1").contains("expected");
    }

    @Test
    void givesUpOnAnAgentThatIsGone() throws InterruptedException {
        int calls = CheckedLoad.FAILURES_MAX * 10;

        LoadResult result = new CheckedLoad(Ports.loopback(Ports.free()), 2, calls, 3).run(done -> {});

        assertThat(result.right()).isZero();
        assertThat(result.wrong()).isBetween(CheckedLoad.FAILURES_MAX, CheckedLoad.FAILURES_MAX + 2);
        assertThat(result.isPerfect()).isFalse();
        assertThat(result.firstFailure()).contains("Connection refused");
    }

    @Test
    void sendsSomething() {
        assertThatThrownBy(() -> new CheckedLoad(server.getAddress(), 0, 1, 4))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CheckedLoad(server.getAddress(), 1, 0, 4))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Answers as the sample service does, but every so many calls with -1; 0 is never. */
    private void serve(int wrongEvery) {
        server.createContext("/", exchange -> {
            int number = calls.incrementAndGet();
            boolean wrong = wrongEvery > 0 && number % wrongEvery == 0;
            answer(exchange, wrong ? "-1" : Integer.toString(parameter(exchange).hashCode()));
        });
    }

    private static String parameter(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
        String encoded = form.substring(form.lastIndexOf('=') + 1);
        return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.US_ASCII);
        try (exchange) {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
