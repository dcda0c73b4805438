package io.millrace.tiered.space;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.admin.KafkaClient;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/** Asks and tells Kafka over its own protocol. */
public final class KafkaSettings implements BrokerSettings {

    private static final String CUTOFF = "log.local.retention.ms";
    private static final long MINUTE_MILLIS = 60_000;
    private static final long HOUR_MILLIS = 3_600_000;

    private final KafkaClient kafka;

    /** Of a broker, with the properties of an Admin client. */
    public KafkaSettings(int broker, Map<String, Object> properties) {
        this.kafka = new KafkaClient(broker, properties);
    }

    @Override
    public Values broker() throws TieredException {
        Config config = kafka.settings();
        ConfigEntry cutoff = config.get(CUTOFF);
        boolean isOwn = cutoff != null && cutoff.source() == ConfigSource.DYNAMIC_BROKER_CONFIG;
        return new Values(
                isOwn ? OptionalLong.of(Long.parseLong(cutoff.value())) : OptionalLong.empty(),
                retention(config),
                number(config, "log.local.retention.bytes", -2),
                number(config, "log.retention.check.interval.ms", 5 * MINUTE_MILLIS),
                number(config, "log.segment.delete.delay.ms", MINUTE_MILLIS),
                directories(config));
    }

    private static long retention(Config config) {
        long minutes = number(config, "log.retention.minutes", Long.MIN_VALUE);
        long hours = number(config, "log.retention.hours", 7 * 24);
        long byHours = hours < 0 ? hours : hours * HOUR_MILLIS;
        long byMinutes = minutes < 0 ? minutes : minutes * MINUTE_MILLIS;
        return number(config, "log.retention.ms", minutes == Long.MIN_VALUE ? byHours : byMinutes);
    }

    private static Set<String> directories(Config config) {
        String several = text(config, "log.dirs");
        String value = several == null ? text(config, "log.dir") : several;
        Set<String> directories = new LinkedHashSet<>();
        for (String item : value == null ? new String[0] : value.split(",", -1)) {
            directories.add(item.trim());
        }
        return directories;
    }

    private static long number(Config config, String name, long absent) {
        String value = text(config, name);
        return value == null ? absent : Long.parseLong(value);
    }

    private static @Nullable String text(Config config, String name) {
        ConfigEntry entry = config.get(name);
        return entry == null ? null : entry.value();
    }

    @Override
    public Map<String, TopicValues> topics(Set<String> names) throws TieredException {
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, TopicValues> found = new HashMap<>();
        for (Map.Entry<ConfigResource, KafkaFuture<Config>> answer :
                kafka.admin().describeConfigs(resources).values().entrySet()) {
            try {
                found.put(answer.getKey().name(), values(KafkaClient.await(answer.getValue())));
            } catch (TieredException e) {
                if (!KafkaClient.isUnknownTopic(e)) {
                    throw e;
                }
            }
        }
        return found;
    }

    private static TopicValues values(Config config) {
        return new TopicValues(
                isOwn(config, "local.retention.ms"),
                isOwn(config, "local.retention.bytes"),
                Boolean.parseBoolean(text(config, "remote.log.copy.disable")));
    }

    private static boolean isOwn(Config config, String name) {
        ConfigEntry entry = config.get(name);
        return entry != null && entry.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG;
    }

    @Override
    public void setCutoff(long millis) throws TieredException {
        kafka.set(CUTOFF, Long.toString(millis));
    }

    @Override
    public void clearCutoff() throws TieredException {
        kafka.unset(CUTOFF);
    }

    @Override
    public void close() {
        kafka.close();
    }
}
