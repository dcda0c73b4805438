package io.millrace.queue;

import java.time.Duration;
import java.util.Map;

/** Settings that make an engine turn over its epochs many times in a second of test. */
final class TestEngines {

    private static final int EPOCH_BYTES = 64 << 10;

    private TestEngines() {}

    /** Epochs of 64 KiB, so that a few hundred messages fill one. */
    static QueueConfig small() {
        return QueueConfig.defaults()
                .withMemoryBytes(16 << 20)
                .withEpochBytes(EPOCH_BYTES)
                .withPatience(Duration.ofSeconds(20));
    }

    /** Whether every full epoch is in a run, and the journal holds the one that is being filled alone. */
    static boolean isSorted(QueueEngine engine) {
        Map<String, String> details = engine.health().details();
        return Integer.parseInt(details.get("journalBytes")) <= EPOCH_BYTES
                && "0".equals(details.get("unsortedEpochs"));
    }
}
