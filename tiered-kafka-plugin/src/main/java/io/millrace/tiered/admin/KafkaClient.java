package io.millrace.tiered.admin;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks and tells Kafka. The client is made with the first question: before the broker is ready there is nobody to answer.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link TieredException}: {@link Reason#BUSY} if Kafka does not answer in time, or refuses, with Kafka's own as the cause; {@link Reason#CLOSED} after
 * {@link #close}; {@link Reason#INTERRUPTED}. <b>Ownership.</b> A second close does nothing.
 */
public final class KafkaClient implements AutoCloseable {

    private static final long ANSWER_SECONDS = 10;

    private final ConfigResource broker;
    private final Map<String, Object> properties;
    private @Nullable Admin admin;
    private boolean closed;

    /** Of a broker, with the properties of an Admin client. */
    public KafkaClient(int broker, Map<String, Object> properties) {
        this.broker = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker));
        this.properties = Map.copyOf(properties);
    }

    /** Whom to ask; {@link #await} gives the answers. */
    public synchronized Admin admin() throws TieredException {
        if (closed) {
            throw new TieredException(Reason.CLOSED, "storage is closed");
        }
        Admin made = admin;
        if (made == null) {
            try {
                made = Admin.create(properties);
            } catch (RuntimeException e) {
                throw new TieredException(Reason.BUSY, "Kafka cannot be asked: " + e, e);
            }
            admin = made;
        }
        return made;
    }

    /** An answer, which is waited for; null where Kafka was asked for something and has promised nothing. */
    public static <T> T await(@Nullable KafkaFuture<T> answer) throws TieredException {
        try {
            if (answer == null) {
                throw new TieredException(Reason.BUSY, "Kafka does not answer what it was asked");
            }
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TieredException(Reason.INTERRUPTED, "interrupted while Kafka was asked", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new TieredException(Reason.BUSY, "Kafka does not answer, or refuses: " + e, e);
        }
    }

    /** Whether the answer was that there is no such topic. */
    public static boolean isUnknownTopic(TieredException answer) {
        return answer.getCause() instanceof ExecutionException failed
                && (failed.getCause() instanceof UnknownTopicOrPartitionException
                        || failed.getCause() instanceof UnknownTopicIdException);
    }

    /** The settings of this broker. */
    public Config settings() throws TieredException {
        return await(admin().describeConfigs(List.of(broker)).values().get(broker));
    }

    /** Sets a dynamic setting of this broker. */
    public void set(String name, String value) throws TieredException {
        alter(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
    }

    /** Deletes a dynamic setting of this broker. */
    public void unset(String name) throws TieredException {
        alter(new AlterConfigOp(new ConfigEntry(name, ""), AlterConfigOp.OpType.DELETE));
    }

    private void alter(AlterConfigOp change) throws TieredException {
        await(admin().incrementalAlterConfigs(Map.of(broker, List.of(change))).all());
    }

    @Override
    public synchronized void close() {
        closed = true;
        Admin made = admin;
        if (made != null) {
            made.close(Duration.ZERO);
        }
    }
}
