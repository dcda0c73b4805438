package io.millrace.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One figure, ours and a peer's. A result has at most one row for each (case, metric, peer, JDK).
 *
 * @param benchCase what was done, for example {@code saturation-512}; {@code case} in JSON
 * @param metric what was measured, for example {@code cpu_us_per_call}
 * @param unit of ours and peer
 * @param ours null where ours failed; the note says why
 * @param peer null where there is no peer or it failed
 * @param peerName null where there is no peer
 * @param better which way better lies
 * @param jdk version of the JVM that ours ran on
 * @param note spread, or why a figure is missing
 */
public record BenchRow(
        String benchCase,
        String metric,
        String unit,
        @Nullable Double ours,
        @Nullable Double peer,
        @Nullable String peerName,
        Better better,
        String jdk,
        @Nullable String note) {

    /** How many times better ours is; null without both figures or where no number says it. */
    public @Nullable Double ratio() {
        if (ours == null || peer == null) {
            return null;
        }
        double ratio = better.ratio(ours, peer);
        return Double.isNaN(ratio) ? null : ratio;
    }

    Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("case", benchCase);
        json.put("metric", metric);
        json.put("unit", unit);
        json.put("ours", rounded(ours));
        json.put("peer", rounded(peer));
        json.put("peerName", peerName);
        json.put("ratio", rounded(ratio()));
        json.put("better", better.toString());
        json.put("jdk", jdk);
        if (note != null) {
            json.put("note", note);
        }
        return json;
    }

    /** Four significant digits are more than such measurements can hold. */
    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null
                ? null
                : new java.math.BigDecimal(value)
                        .round(new java.math.MathContext(4))
                        .doubleValue();
    }
}
