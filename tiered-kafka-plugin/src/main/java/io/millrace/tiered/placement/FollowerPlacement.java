package io.millrace.tiered.placement;

import io.millrace.tiered.PlacementConfig;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.rate.Rounds;
import io.millrace.tiered.rate.WaitingClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves replicas of this broker to where they should live.
 *
 * <p><b>Threads.</b> Safe; one of its own does the work. <b>Ownership.</b> {@link #close} ends it, moves that have begun go on in Kafka; a second close does nothing.
 */
public final class FollowerPlacement implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(FollowerPlacement.class);

    private final RulesFile rules;
    private final BrokerReplicas replicas;
    private final PlacementChoice choice;
    private final WaitingClock clock;
    private final LongAdder begun = new LongAdder();
    private @Nullable Rounds rounds;
    private volatile int pending;
    private boolean isFailing;

    FollowerPlacement(Path rulesFile, PlacementConfig config, BrokerReplicas replicas, WaitingClock clock) {
        this.rules = new RulesFile(rulesFile);
        this.replicas = replicas;
        this.choice = new PlacementChoice(config);
        this.clock = clock;
    }

    /**
     * Begins. Kafka answers already.
     *
     * @param clientProperties of an Admin client
     * @param noteDirectory the first of the broker's log.dirs
     */
    public static FollowerPlacement open(
            int broker,
            Path rulesFile,
            PlacementConfig config,
            Map<String, Object> clientProperties,
            Path noteDirectory,
            WaitingClock clock) {
        BrokerReplicas kafkas = new KafkaReplicas(broker, clientProperties, noteDirectory, clock);
        FollowerPlacement placement = new FollowerPlacement(rulesFile, config, kafkas, clock);
        placement.rounds = Rounds.start(
                "millrace-tiered-placement-" + broker, placement::safeRound, config.checkInterval(), clock);
        LOGGER.info("followers are placed by rules: config={}", config);
        return placement;
    }

    private void safeRound() throws InterruptedException {
        try {
            round();
            isFailing = false;
        } catch (TieredException | RuntimeException e) {
            if (e instanceof TieredException known && known.reason() == Reason.INTERRUPTED) {
                throw new InterruptedException();
            }
            if (!isFailing) {
                LOGGER.warn("followers cannot be placed now, it is tried again: reason={}", e.toString());
            }
            isFailing = true;
        }
    }

    /** Looks once, and begins what is to be moved. */
    void round() throws TieredException {
        BrokerReplicas.Seen seen = replicas.look();
        PlacementChoice.Decision decision = choice.decide(seen, rules.rules(), clock.nanos());
        List<Move> moves = decision.moves();
        if (decision.pending() != pending || !moves.isEmpty()) {
            LOGGER.info("replicas that are not where they should be: {} beginning={}", decision.pending(), moves);
        }
        pending = decision.pending();
        if (!moves.isEmpty()) {
            replicas.begin(moves);
            begun.add(moves.size());
        }
    }

    /** Replicas that are not where they should be, on their way or not. */
    public int pending() {
        return pending;
    }

    /** Moves that were begun. */
    public long begun() {
        return begun.sum();
    }

    @Override
    public void close() {
        Rounds running = rounds;
        if (running != null) {
            running.close();
        }
        replicas.close();
    }
}
