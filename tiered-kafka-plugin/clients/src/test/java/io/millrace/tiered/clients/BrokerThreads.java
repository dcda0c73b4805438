package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the threads of a broker did at one moment.
 *
 * @param all of them
 */
record BrokerThreads(List<ThreadInfo> all) {

    /** Of the pools that answer clients: they read requests from sockets, and work on them. */
    private static final List<String> ANSWERING = List.of("kafka-network-thread", "kafka-request-handler");

    /** Whatever reads or writes a cold disk for Kafka has come through it. */
    private static final String STORAGE = "io.millrace.tiered.TieredStorage";

    static BrokerThreads now(BrokerBeans beans) {
        return new BrokerThreads(beans.threads());
    }

    /** None of those who answer clients is in the storage. */
    void assertAnswerersAreFree() {
        for (String pool : ANSWERING) {
            assertThat(named(pool)).as("threads of %s", pool).isNotEmpty();
            assertThat(named(pool).filter(thread -> isIn(thread, STORAGE))).isEmpty();
        }
    }

    /** Whether a reader of cold segments is in the storage. */
    boolean someoneReads() {
        return named("remote-log-reader").anyMatch(thread -> isIn(thread, STORAGE));
    }

    private Stream<ThreadInfo> named(String part) {
        return all.stream().filter(thread -> thread.getThreadName().contains(part));
    }

    private static boolean isIn(ThreadInfo thread, String type) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().endsWith(type));
    }
}
