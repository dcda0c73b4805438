package io.millrace.launcher;

import java.time.Duration;
import java.util.List;

/**
 * One of the demo's providers.
 *
 * @param name what to call it
 * @param weight its share of the calls, relative to the others
 */
record ProviderSpec(String name, int weight) {

    /** How long each takes to answer. */
    static final Duration DELAY = Duration.ofMillis(50);

    /** Threads of each, and so the calls that its agent lets through at the same time. */
    static final int THREADS = 200;

    /** Weights 1:2:3, as providers on small, medium and large machines. */
    static final List<ProviderSpec> ALL =
            List.of(new ProviderSpec("small", 1), new ProviderSpec("medium", 2), new ProviderSpec("large", 3));
}
