package io.millrace.tiered.peer;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets requests in that are signed, of this minute, and not seen before. <b>Threads.</b> Safe. */
final class RequestGate {

    /** How far the clocks of two brokers may differ. */
    static final Duration SKEW_MAX = Duration.ofSeconds(60);

    /** Requests of two minutes, at most; beyond, none is let in until old ones are forgotten. */
    private static final int REMEMBERED_MAX = 200_000;

    /** What became of a request. */
    enum Answer {
        LET_IN,
        NOT_SIGNED,
        LATE,
        SEEN_BEFORE,
        TOO_MANY
    }

    private record Seen(long millis, String once) {}

    private final PeerSecret secret;
    private final Clock clock;
    private final int rememberedMax;
    private final Set<String> seen = new HashSet<>();
    private final Deque<Seen> bySight = new ArrayDeque<>();

    RequestGate(PeerSecret secret, Clock clock) {
        this(secret, clock, REMEMBERED_MAX);
    }

    /** That remembers so many. */
    RequestGate(PeerSecret secret, Clock clock, int rememberedMax) {
        this.secret = secret;
        this.clock = clock;
        this.rememberedMax = rememberedMax;
    }

    Answer ask(@Nullable RequestSignature signature, String method, String path, String range) {
        if (signature == null || !signature.isOf(secret, method, path, range)) {
            return Answer.NOT_SIGNED;
        }
        long now = clock.millis();
        if (Math.abs(now - signature.millis()) > SKEW_MAX.toMillis()) {
            return Answer.LATE;
        }
        return remember(signature.once(), now);
    }

    /** A number is remembered for as long as its request could be sent again, also with the other broker's clock ahead. */
    private synchronized Answer remember(String once, long now) {
        while (!bySight.isEmpty() && now - bySight.peek().millis() > 2 * SKEW_MAX.toMillis()) {
            seen.remove(bySight.remove().once());
        }
        if (seen.contains(once)) {
            return Answer.SEEN_BEFORE;
        }
        if (seen.size() >= rememberedMax) {
            return Answer.TOO_MANY;
        }
        seen.add(once);
        bySight.add(new Seen(now, once));
        return Answer.LET_IN;
    }
}
