package io.millrace.tiered.meta;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicIdPartition;

/** The partitions that this broker has, and which of them it leads. <b>Threads.</b> Safe. */
final class PartitionRoles {

    /** Leads since then, or follows. */
    private record Role(boolean leads, long since) {}

    private final Map<TopicIdPartition, Role> roles = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    PartitionRoles(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void change(Set<TopicIdPartition> leaders, Set<TopicIdPartition> followers) {
        long now = nanos.getAsLong();
        followers.forEach(partition -> roles.put(partition, new Role(false, now)));
        leaders.forEach(partition ->
                roles.merge(partition, new Role(true, now), (before, role) -> before.leads() ? before : role));
    }

    void stop(Set<TopicIdPartition> partitions) {
        roles.keySet().removeAll(partitions);
    }

    boolean isLeader(TopicIdPartition partition) {
        Role role = roles.get(partition);
        return role != null && role.leads();
    }

    /** Whether this broker leads the partition, and not for longer than so many nanoseconds. */
    boolean isNewLeader(TopicIdPartition partition, long forNanos) {
        Role role = roles.get(partition);
        return role != null && role.leads() && nanos.getAsLong() - role.since() < forNanos;
    }

    /** All of them; the caller's. */
    Set<TopicIdPartition> all() {
        return new HashSet<>(roles.keySet());
    }
}
