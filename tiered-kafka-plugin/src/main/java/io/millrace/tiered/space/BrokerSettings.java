package io.millrace.tiered.space;

import io.millrace.tiered.TieredException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The settings of this broker and of topics, as Kafka has them. <b>Threads.</b> One. <b>Errors.</b> {@link TieredException} if Kafka does not answer, or refuses. */
public interface BrokerSettings extends AutoCloseable {

    /**
     * What a broker is told about its logs. A value.
     *
     * @param dynamicCutoff its own dynamic {@code log.local.retention.ms}; empty if it has none
     * @param retentionMillis {@code log.retention.ms}; negative for ever
     * @param localRetentionBytes {@code log.local.retention.bytes}; -2 for that of the whole log
     * @param checkMillis between two looks at retention
     * @param deleteDelayMillis until a file that was let go is deleted
     * @param logDirectories {@code log.dirs}
     */
    record Values(
            OptionalLong dynamicCutoff,
            long retentionMillis,
            long localRetentionBytes,
            long checkMillis,
            long deleteDelayMillis,
            Set<String> logDirectories) {}

    /**
     * What a topic is told that the broker is not asked about. A value.
     *
     * @param ownMillis a {@code local.retention.ms} of its own
     * @param ownBytes a {@code local.retention.bytes} of its own
     * @param isCopyDisabled its segments are copied no longer
     */
    record TopicValues(boolean ownMillis, boolean ownBytes, boolean isCopyDisabled) {

        /** Whether the broker's cutoff counts for it. */
        boolean isGated() {
            return !ownMillis && !isCopyDisabled;
        }

        /** Whether Kafka lets its segments go by another rule than the watcher's. */
        boolean hasOwnRule() {
            return ownMillis || ownBytes;
        }
    }

    /** Those of the broker. */
    Values broker() throws TieredException;

    /** Those of topics; one that is gone is not among them. */
    Map<String, TopicValues> topics(Set<String> names) throws TieredException;

    /** Sets the broker's dynamic {@code log.local.retention.ms}. */
    void setCutoff(long millis) throws TieredException;

    /** Deletes it. */
    void clearCutoff() throws TieredException;

    @Override
    void close();
}
