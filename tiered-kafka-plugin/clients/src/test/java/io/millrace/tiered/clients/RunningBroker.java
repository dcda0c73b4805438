package io.millrace.tiered.clients;

import io.millrace.testkit.kafka.KafkaBroker;
import io.millrace.testkit.kafka.KafkaCluster;
import io.millrace.testkit.kafka.TieredSettings;
import io.millrace.tiered.TieredStorage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker with the plugin, the same for all classes of tests that do it no harm; it ends with the last test of the JVM. */
final class RunningBroker implements BeforeAllCallback, AfterTestExecutionCallback {

    private static final ExtensionContext.Namespace BROKERS = ExtensionContext.Namespace.create(RunningBroker.class);

    /** The smallest that the plugin takes, so that small segments have several. */
    static final String CHUNK_BYTES = "65536";

    private @Nullable KafkaCluster shared;

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
                .computeIfAbsent("one", name -> one().start(), KafkaCluster.class);
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

    KafkaBroker broker() {
        return cluster().broker(1);
    }

    String bootstrap() {
        return cluster().bootstrap();
    }
}
