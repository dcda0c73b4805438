package io.millrace.newsql.observation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Statements by their text without literals, each with how often it ran and what it cost: {@code events_statements_summary_by_digest}.
 *
 * <p>At most {@value #DIGESTS_MAX} of them; what comes beyond is counted in one without a text, so that no client fills the memory. <b>Threads.</b> Safe.
 */
public final class StatementDigests {

    private static final int DIGESTS_MAX = 5_000;
    private static final int TEXT_MAX = 1024;

    /** A statement's schema and text. */
    private record Key(@Nullable String schema, @Nullable String text) {}

    /** What was counted of a digest. Times are in nanoseconds, moments in milliseconds since 1970. */
    public record Summary(
            @Nullable String schema,
            @Nullable String digest,
            @Nullable String text,
            long count,
            long nanos,
            long nanosMin,
            long nanosMax,
            long errors,
            long warnings,
            long rowsAffected,
            long rowsSent,
            long firstMillis,
            long lastMillis) {}

    /** What one run has cost. */
    public record Cost(long nanos, boolean failed, long warnings, long rowsAffected, long rowsSent) {}

    /** The place where one digest is counted; kept with a plan, so that a run needs no look-up. */
    public static final class Counts {
        private final LongAdder count = new LongAdder();
        private final LongAdder nanos = new LongAdder();
        private final LongAccumulator nanosMin = new LongAccumulator(Math::min, Long.MAX_VALUE);
        private final LongAccumulator nanosMax = new LongAccumulator(Math::max, 0);
        private final LongAdder errors = new LongAdder();
        private final LongAdder warnings = new LongAdder();
        private final LongAdder rowsAffected = new LongAdder();
        private final LongAdder rowsSent = new LongAdder();
        private final long firstMillis;
        private volatile long lastMillis;

        Counts(long millis) {
            firstMillis = millis;
            lastMillis = millis;
        }
    }

    private final Map<Key, Counts> digests = new ConcurrentHashMap<>();

    /** Where a statement is counted. @param text without literals */
    public Counts of(@Nullable String schema, String text, long millis) {
        Key key = new Key(schema, text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX));
        Counts counts = digests.get(key);
        if (counts != null) {
            return counts;
        }
        Key kept = digests.size() < DIGESTS_MAX ? key : new Key(null, null);
        return digests.computeIfAbsent(kept, each -> new Counts(millis));
    }

    public static void add(Counts counts, Cost cost, long millis) {
        counts.count.increment();
        counts.nanos.add(cost.nanos());
        counts.nanosMin.accumulate(cost.nanos());
        counts.nanosMax.accumulate(cost.nanos());
        if (cost.failed()) {
            counts.errors.increment();
        }
        if (cost.warnings() > 0) {
            counts.warnings.add(cost.warnings());
        }
        if (cost.rowsAffected() > 0) {
            counts.rowsAffected.add(cost.rowsAffected());
        }
        counts.rowsSent.add(cost.rowsSent());
        counts.lastMillis = millis;
    }

    /** All of them, as they are now. */
    public List<Summary> all() {
        List<Summary> all = new ArrayList<>();
        digests.forEach((key, counts) -> all.add(new Summary(
                key.schema(),
                key.text() == null ? null : digest(key.text()),
                key.text(),
                counts.count.sum(),
                counts.nanos.sum(),
                counts.nanosMin.get(),
                counts.nanosMax.get(),
                counts.errors.sum(),
                counts.warnings.sum(),
                counts.rowsAffected.sum(),
                counts.rowsSent.sum(),
                counts.firstMillis,
                counts.lastMillis)));
        return all;
    }

    /** TRUNCATE of the table. */
    public void clear() {
        digests.clear();
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
