package io.millrace.mesh.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.mesh.MeshMeters;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The program as an operator starts it, on free ports. */
@ExtendWith(OutputCaptureExtension.class)
class MeshAgentApplicationIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String[] CONSUMER = {
        "--millrace.mesh.role=consumer",
        "--millrace.mesh.listen-address=127.0.0.1:0",
        "--millrace.mesh.registry.type=fixed",
        "--millrace.mesh.registry.fixed.services[0].interface-name=a.Service",
        "--millrace.mesh.registry.fixed.services[0].endpoints[0]=127.0.0.1:1",
        "--server.port=0"
    };

    private static final String[] PROVIDER = {
        "--millrace.mesh.role=provider",
        "--millrace.mesh.listen-address=127.0.0.1:0",
        "--millrace.mesh.registry.type=memory",
        "--millrace.mesh.provider.address=127.0.0.1:1",
        "--millrace.mesh.provider.services[0].interface-name=a.Service",
        "--server.port=0"
    };

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(LIMIT)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aConsumerAgentTellsHealthAndMeters() throws Exception {
        try (ConfigurableApplicationContext context =
                MeshAgentApplication.application().run(CONSUMER)) {
            HttpResponse<String> health = get(context, "/actuator/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"meshAgent\"").contains("\"status\":\"UP\"");
            assertThat(get(context, "/actuator/health/readiness").statusCode()).isEqualTo(200);
            int port = context.getBean(MeshLifecycle.class).agent().address().getPort();
            HttpRequest call = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                    .version(HttpClient.Version.HTTP_1_1)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .timeout(LIMIT)
                    .POST(HttpRequest.BodyPublishers.ofString("interface=a.Service&method=m"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(call, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .as("nobody listens on port 1")
                    .isEqualTo(503);
            String meters = get(context, "/actuator/prometheus").body();
            assertThat(meters)
                    .contains("millrace_mesh_calls_seconds_count{")
                    .contains("role=\"consumer\"")
                    .contains("status=\"503\"")
                    .contains("millrace_mesh_endpoints{")
                    .contains("millrace_mesh_endpoint_weight{")
                    .contains("millrace_mesh_loop_lag{")
                    .contains("jvm_memory_used_bytes{");
            for (MeshMeters each : MeshMeters.values()) {
                boolean onlyWhenItHappens =
                        each == MeshMeters.RETRIES || each == MeshMeters.MALFORMED || each == MeshMeters.ENDPOINT_CALLS;
                if (!onlyWhenItHappens) {
                    assertThat(meters).contains(each.meterName().replace('.', '_'));
                }
            }
        }
    }

    @Test
    void aProviderAgentIsNotReadyWithoutItsProvider() throws Exception {
        try (ConfigurableApplicationContext context =
                MeshAgentApplication.application().run(PROVIDER)) {
            HttpResponse<String> health = get(context, "/actuator/health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).contains("OUT_OF_SERVICE").contains("is down");
            assertThat(get(context, "/actuator/health/liveness").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theEndOfTheApplicationDrainsAConsumerAgent(CapturedOutput output) {
        assertEndsInOrder(CONSUMER, output);
    }

    @Test
    void theEndOfTheApplicationDrainsAProviderAgent(CapturedOutput output) {
        assertEndsInOrder(PROVIDER, output);
    }

    private static void assertEndsInOrder(String[] arguments, CapturedOutput output) {
        ConfigurableApplicationContext context =
                MeshAgentApplication.application().run(arguments);
        MeshLifecycle lifecycle = context.getBean(MeshLifecycle.class);
        assertThat(lifecycle.isRunning()).isTrue();
        context.close();
        assertThat(lifecycle.isRunning()).isFalse();
        await().atMost(LIMIT).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("mesh-agent-close")));
        assertThat(lifecycle.agent().health().ready()).isFalse();
        assertThat(output).as("nothing kept Spring waiting").doesNotContain("still running");
    }

    @Test
    void withoutARoleItSaysWhatIsMissing(CapturedOutput output) {
        SpringApplication application = MeshAgentApplication.application();
        assertThatThrownBy(() -> application.run("--server.port=0")).isInstanceOf(MissingRoleException.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("millrace.mesh.role is not set")
                .contains("--millrace.mesh.role=consumer");
    }

    @Test
    void aWrongSettingIsNamed(CapturedOutput output) {
        assertThatThrownBy(() -> MeshAgentApplication.application()
                        .run(
                                "--millrace.mesh.role=provider",
                                "--server.port=0",
                                "--millrace.mesh.registry.type=memory"))
                .rootCause()
                .hasMessageContaining("millrace.mesh.provider.services[0].interface-name");
        assertThatThrownBy(() ->
                        MeshAgentApplication.application().run("--millrace.mesh.role=bystander", "--server.port=0"))
                .isInstanceOf(RuntimeException.class);
        assertThat(output).contains("millrace.mesh.role").contains("bystander");
    }

    @Test
    void anotherApplicationWithTheStarterStaysUntouched() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Ordinary.class)
                .web(WebApplicationType.NONE)
                .run()) {
            assertThat(context.getBeansOfType(MeshLifecycle.class)).isEmpty();
            assertThat(context.getBeansOfType(MeshProperties.class)).isEmpty();
        }
    }

    @EnableAutoConfiguration
    static class Ordinary {}
}
