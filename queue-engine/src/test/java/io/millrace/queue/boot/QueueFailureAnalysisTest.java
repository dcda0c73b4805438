package io.millrace.queue.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.queue.QueueConfig;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** A real application, from its start by auto-configuration to what it prints when the engine cannot be opened. */
@ExtendWith(OutputCaptureExtension.class)
@Tag("once")
class QueueFailureAnalysisTest {

    private final Path directory;

    QueueFailureAnalysisTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @EnableAutoConfiguration
    static class Shop {}

    private ConfigurableApplicationContext start(String... more) {
        SpringApplication application = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "millrace.queue.directory=" + directory,
                        "millrace.queue.memory=16MB",
                        "spring.main.banner-mode=off")
                .build();
        return application.run(more);
    }

    @Test
    void aStartedApplicationKeepsItsMessages() {
        byte[] message = "message".getBytes(StandardCharsets.UTF_8);
        try (ConfigurableApplicationContext context = start()) {
            context.getBean(QueueStore.class).put("orders", message);
        }
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBean(QueueStore.class).get("orders", 0, 10)).containsExactly(message);
        }
    }

    @Test
    void aDirectoryInUseIsSaidInWords(CapturedOutput output) {
        QueueEngine engine = QueueEngine.open(directory, QueueConfig.defaults().withMemoryBytes(16 << 20));
        try {
            assertThatThrownBy(this::start).isInstanceOf(Exception.class);
        } finally {
            engine.close();
        }
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("The queue engine was not opened")
                .contains("millrace.queue.directory");
        assertThatNoException().isThrownBy(() -> start().close());
    }

    @Test
    void aWrongSettingIsSaidInWords(CapturedOutput output) {
        assertThatThrownBy(() -> start("--millrace.queue.memory=1MB")).isInstanceOf(Exception.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("millrace.queue.memory is refused: memoryBytes out of range");
    }

    @ParameterizedTest
    @EnumSource(QueueException.Reason.class)
    void everyReasonHasAnAnswer(QueueException.Reason reason) {
        FailureAnalysis analysis = new QueueFailureAnalyzer()
                .analyze(new IllegalStateException(new QueueException(reason, "what failed")));

        assertThat(analysis).isNotNull().satisfies(found -> {
            assertThat(found.getDescription()).contains("what failed");
            assertThat(found.getAction()).endsWith(".");
        });
    }
}
