package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Speaks etcd's own JSON gateway, so that the testkit needs no client library. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class EtcdServerIT {

    @RegisterExtension
    static final EtcdServer ETCD = EtcdServer.create();

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    @Order(1)
    void keepsItsAddressAndDataOverARestart() throws Exception {
        put("colour", "green");
        URI before = ETCD.endpoint();
        ETCD.restart();
        assertThat(ETCD.endpoint()).isEqualTo(before);
        assertThat(get("colour")).contains(base64("green"));
    }

    @Test
    @Order(2)
    void keepsItsAddressAndLosesItsDataOverAnEmptyRestart() throws Exception {
        put("colour", "green");
        URI before = ETCD.endpoint();
        ETCD.restartEmpty();
        assertThat(ETCD.endpoint()).isEqualTo(before);
        assertThat(get("colour")).doesNotContain(base64("green"));
    }

    @Test
    @Order(3)
    void isSilentWhileFrozenAndAnswersAfterwards() throws Exception {
        ETCD.freeze();
        assertThatExceptionOfType(HttpTimeoutException.class).isThrownBy(() -> get("colour", Duration.ofSeconds(2)));
        ETCD.thaw();
        put("colour", "blue");
        assertThat(get("colour")).contains(base64("blue"));
        ETCD.kill();
        assertThat(ETCD.isRunning()).isFalse();
    }

    @Test
    @Order(4)
    void isUpAgainForTheNextTestWithItsData() throws Exception {
        assertThat(get("colour")).contains(base64("blue"));
    }

    @Test
    @Order(5)
    void worksWithoutJUnitAndTakesFlags() {
        EtcdServer etcd = EtcdServer.create().flags("--max-txn-ops=77");
        try (etcd) {
            assertThat(etcd.start().isRunning()).isTrue();
        }
        assertThat(etcd.isRunning()).isFalse();
    }

    @Test
    @Order(6)
    void tellsWhatEtcdSaidWhenItDoesNotStart() {
        EtcdServer etcd = EtcdServer.create().flags("--no-such-flag");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(etcd::start)
                .withMessageContaining("no-such-flag");
        etcd.close();
    }

    private void put(String key, String value) throws Exception {
        post("put", "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\"}", LIMIT);
    }

    private String get(String key) throws Exception {
        return get(key, LIMIT);
    }

    private String get(String key, Duration limit) throws Exception {
        return post("range", "{\"key\":\"" + base64(key) + "\"}", limit);
    }

    private String post(String call, String body, Duration limit) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(ETCD.endpoint().resolve("/v3/kv/" + call))
                .timeout(limit)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
