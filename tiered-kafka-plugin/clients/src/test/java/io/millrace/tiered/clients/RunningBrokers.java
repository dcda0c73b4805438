package io.millrace.tiered.clients;

import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import io.millrace.testkit.kafka.TieredSettings;
import io.millrace.tiered.TieredStorage;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Brokers with the plugin, the same for all classes of tests that leave them as they were; they end with the last test of the JVM. Each test begins with all of them up.
 *
 * <p>Topics stay behind: each test has names of its own, and asks the log for what came since it began.
 */
final class RunningBrokers implements BeforeAllCallback, BeforeEachCallback, AfterTestExecutionCallback {

    private static final ExtensionContext.Namespace BROKERS = ExtensionContext.Namespace.create(RunningBrokers.class);

    /** The smallest that the plugin takes, so that small segments have several. */
    static final String CHUNK_BYTES = "65536";

    private final String name;
    private final Supplier<KafkaCluster> maker;
    private @Nullable KafkaCluster shared;

    private RunningBrokers(String name, Supplier<KafkaCluster> maker) {
        this.name = name;
        this.maker = maker;
    }

    /** One broker. */
    static RunningBrokers alone() {
        return new RunningBrokers("one", RunningBrokers::one);
    }

    /** Three that have {@linkplain ReplicatedBrokers copies of their own}. */
    static RunningBrokers three() {
        return new RunningBrokers("three", ReplicatedBrokers::three);
    }

    /** The plugin's settings for tests: small chunks and little memory. */
    static TieredSettings settings() {
        return TieredSettings.of(TieredStorage.class)
                .storage("chunk.bytes", CHUNK_BYTES)
                .storage("buffer.bytes", Integer.toString(16 << 20));
    }

    /** One broker with the plugin that is not started yet. */
    static KafkaCluster one() {
        return KafkaCluster.of(1).tiered(settings());
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // Not the root's: where classes share some JVMs, each is a run of its own within the session.
        shared = context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, BROKERS)
                .computeIfAbsent(name, absent -> maker.get().start(), KafkaCluster.class);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        cluster().start();
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            cluster().showOutput(context.getDisplayName());
        }
    }

    KafkaCluster cluster() {
        return Objects.requireNonNull(shared, "not started");
    }

    /** The first of them. */
    KafkaBroker broker() {
        return cluster().broker(1);
    }

    String bootstrap() {
        return cluster().bootstrap();
    }
}
