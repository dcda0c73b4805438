package io.millrace.benchmark.mesh;

import java.net.URI;
import java.util.List;

/**
 * Agents that stand between the driver and the stub, ours or a peer's, listening already.
 *
 * @param name {@code millrace}, {@code nginx-pair} or the name given to {@code --peer}
 * @param url where the driver posts
 * @param consumer processes on the consumer's side
 * @param providers processes on the providers' side
 * @param runtime what it runs on, for the report: a JDK's version, nginx's version
 */
record Contender(String name, URI url, List<Long> consumer, List<Long> providers, String runtime) {
    static final String OURS = "millrace";

    Contender {
        consumer = List.copyOf(consumer);
        providers = List.copyOf(providers);
    }

    boolean isOurs() {
        return name.equals(OURS);
    }
}
