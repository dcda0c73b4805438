package io.millrace.tiered.placement;

import io.millrace.tiered.PlacementConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Decides which replicas move: leaders to fast disks at once, followers where their rule says once they have been followers for a while.
 *
 * <p><b>Threads.</b> One.
 */
final class PlacementChoice {

    private final PlacementConfig config;
    private final long dwellNanos;
    private final Map<TopicPartition, Role> roles = new HashMap<>();

    private record Role(boolean isLeader, long since) {}

    /**
     * What is to be done. A value.
     *
     * @param moves to begin now; those who move away from where they should be are called back first
     * @param pending replicas that are not where they should be, on their way or not
     */
    record Decision(List<Move> moves, int pending) {}

    private record Wish(ReplicaPlace replica, Tier tier) {}

    PlacementChoice(PlacementConfig config) {
        this.config = config;
        this.dwellNanos = config.dwell().toNanos();
    }

    /** Looks at all replicas of the broker. */
    Decision decide(BrokerReplicas.Seen seen, PlacementRules rules, long now) {
        remember(seen.replicas(), now);
        List<Wish> wishes = new ArrayList<>();
        List<Move> moves = new ArrayList<>();
        int moving = 0;
        for (ReplicaPlace replica : seen.replicas()) {
            Optional<Tier> wanted = wanted(replica, rules, now);
            Path target = replica.movingTo();
            if (target != null && isCalledBack(replica, target, wanted)) {
                moves.add(new Move(replica.partition(), replica.directory()));
            } else if (target != null) {
                moving++;
            } else if (wanted.isPresent() && isElsewhere(replica.directory(), wanted.get())) {
                wishes.add(new Wish(replica, wanted.get()));
            }
        }
        wishes.sort(Comparator.comparing((Wish wish) -> !wish.replica().isLeader())
                .thenComparing(wish -> wish.replica().partition().toString()));
        Map<Path, Long> usable = new HashMap<>(seen.usableBytes());
        for (int i = 0; i < wishes.size() && moving + i < config.movesMax(); i++) {
            Wish wish = wishes.get(i);
            moves.add(new Move(wish.replica().partition(), emptiest(directories(wish.tier()), usable)));
        }
        return new Decision(moves, moving + wishes.size());
    }

    private void remember(List<ReplicaPlace> replicas, long now) {
        Set<TopicPartition> here = new HashSet<>();
        for (ReplicaPlace replica : replicas) {
            here.add(replica.partition());
            roles.merge(
                    replica.partition(),
                    new Role(replica.isLeader(), now),
                    (before, after) -> before.isLeader() == after.isLeader() ? before : after);
        }
        roles.keySet().retainAll(here);
    }

    /** Where it should be; empty for where it is. */
    private Optional<Tier> wanted(ReplicaPlace replica, PlacementRules rules, long now) {
        if (replica.isLeader()) {
            return Optional.of(Tier.SSD);
        }
        Role role = roles.get(replica.partition());
        Optional<Tier> rule = rules.followers(replica.partition().topic());
        boolean isSettled = role != null && now - role.since() >= dwellNanos;
        return rule.filter(tier -> tier == Tier.SSD || isSettled);
    }

    /** A move that leads away from where it should be: a follower on its way to a slow disk that leads now. */
    private boolean isCalledBack(ReplicaPlace replica, Path target, Optional<Tier> wanted) {
        return wanted.isPresent() && isElsewhere(target, wanted.get()) && tier(replica.directory()) == wanted.get();
    }

    private boolean isElsewhere(Path directory, Tier wanted) {
        Tier tier = tier(directory);
        return tier != null && tier != wanted;
    }

    private @Nullable Tier tier(Path directory) {
        if (config.fastDirectories().contains(directory)) {
            return Tier.SSD;
        }
        return config.slowDirectories().contains(directory) ? Tier.HDD : null;
    }

    private List<Path> directories(Tier tier) {
        return tier == Tier.SSD ? config.fastDirectories() : config.slowDirectories();
    }

    private static Path emptiest(List<Path> directories, Map<Path, Long> usable) {
        return directories.stream()
                .max(Comparator.comparingLong(directory -> usable.getOrDefault(directory, 0L)))
                .orElseThrow();
    }
}
