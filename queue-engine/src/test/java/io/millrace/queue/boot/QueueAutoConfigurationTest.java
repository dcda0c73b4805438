package io.millrace.queue.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.queue.QueueConfig;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The beans, in real contexts over real directories. */
@Tag("once")
class QueueAutoConfigurationTest {

    private final Path directory;
    private final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(QueueAutoConfiguration.class))
            .withPropertyValues("millrace.queue.memory=16MB");
    private final ApplicationContextRunner runner;

    QueueAutoConfigurationTest(@TempDir Path directory) {
        this.directory = directory;
        this.runner = bare.withPropertyValues("millrace.queue.directory=" + directory.resolve("queues"));
    }

    @Test
    void withoutADirectoryThereIsNoEngine() {
        bare.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(QueueEngine.class)
                .doesNotHaveBean(QueueStore.class)
                .doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void whatIsPutIsThereAfterARestart() {
        runner.run(context -> {
            context.getBean(QueueStore.class).put("orders", utf8("first"));
            assertThat(messages(context.getBean(QueueStore.class))).containsExactly("first");
        });
        runner.run(context -> {
            context.getBean(QueueStore.class).put("orders", utf8("second"));
            assertThat(messages(context.getBean(QueueStore.class))).containsExactly("first", "second");
        });
    }

    @Test
    void closesWithTheContext() {
        QueueEngine[] engine = new QueueEngine[1];
        runner.run(context -> engine[0] = context.getBean(QueueEngine.class));

        assertThatThrownBy(() -> engine[0].queue("orders"))
                .isInstanceOfSatisfying(
                        QueueException.class, e -> assertThat(e.reason()).isEqualTo(QueueException.Reason.CLOSED));
    }

    @Test
    void healthIsThatOfTheEngine() {
        runner.run(context -> {
            HealthIndicator indicator = context.getBean("queueEngineHealthIndicator", HealthIndicator.class);
            context.getBean(QueueStore.class).put("orders", utf8("first"));

            assertThat(indicator.health()).isNotNull().satisfies(health -> {
                assertThat(health.getStatus()).isEqualTo(Status.UP);
                assertThat(health.getDetails()).containsEntry("queues", "1");
            });

            context.getBean(QueueEngine.class).close();
            assertThat(indicator.health()).isNotNull().satisfies(health -> assertThat(health.getStatus())
                    .isEqualTo(Status.DOWN));
        });
    }

    @Test
    void worksWithoutActuator() {
        runner.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(QueueStore.class));
    }

    @Test
    void metersGoToTheApplicationsRegistry() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            context.getBean(QueueStore.class).put("orders", utf8("first"));

            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("millrace.queue.append.bytes")
                            .functionCounter()
                            .count())
                    .isPositive();
            assertThat(registry.get("millrace.queue.queues").gauge().value()).isEqualTo(1);
        });
    }

    @Test
    void anEngineOfTheApplicationReplacesTheOneMadeHere() {
        Path other = directory.resolve("other");
        runner.withBean(QueueEngine.class, () -> QueueEngine.open(other, QueueConfig.defaults()))
                .run(context -> {
                    assertThat(context).hasSingleBean(QueueEngine.class).hasSingleBean(QueueStore.class);
                    assertThat(other).isDirectory();
                    assertThat(directory.resolve("queues")).doesNotExist();
                });
    }

    @Test
    void aSecondEngineOnTheDirectoryIsRefused() {
        runner.run(first -> runner.run(second -> assertThat(second.getStartupFailure())
                .rootCause()
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).isNotBlank())));
    }

    @Test
    void anEmptyDirectoryIsRefused() {
        bare.withPropertyValues("millrace.queue.directory=").run(context -> assertThat(context.getStartupFailure())
                .hasRootCauseInstanceOf(QueueSettingException.class));
    }

    @Test
    void anotherSizeOfEpochsIsRefusedByName() throws IOException {
        runner.run(context -> context.getBean(QueueStore.class).put("orders", utf8("first")));
        assertThat(Files.exists(directory.resolve("queues"))).isTrue();
        runner.withPropertyValues("millrace.queue.epoch-size=64KB")
                .run(context -> assertThat(context).hasFailed());
    }

    private static List<String> messages(QueueStore store) {
        return store.get("orders", 0, 10).stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
