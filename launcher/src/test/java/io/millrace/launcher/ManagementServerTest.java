package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.launcher.child.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ManagementServerTest {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void tellsHealthAndMeters() throws IOException, InterruptedException {
        int port = Ports.free();
        AtomicBoolean healthy = new AtomicBoolean(true);
        try (ManagementServer server = ManagementServer.start(port, healthy::get, () -> "calls_total 7\n")) {
            assertThat(server).isNotNull();
            assertThat(get(port, "health").statusCode()).isEqualTo(200);
            assertThat(get(port, "health").body()).isEqualTo("{\"status\":\"UP\"}");
            assertThat(get(port, "prometheus").body()).isEqualTo("calls_total 7\n");

            healthy.set(false);
            assertThat(get(port, "health").statusCode()).isEqualTo(503);
            assertThat(get(port, "health").body()).isEqualTo("{\"status\":\"OUT_OF_SERVICE\"}");
        }
    }

    private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/" + path);
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
        return client.send(request, BodyHandlers.ofString());
    }
}
