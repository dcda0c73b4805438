package io.millrace.benchmark.tiered;

import io.millrace.benchmark.trial.TrialMetric;
import java.util.ArrayList;
import java.util.List;

/** The names of the figures, and which a case bears. */
public final class TieredMetrics {
    public static final String PRODUCE_P50 = "produce_p50_ms";
    public static final String PRODUCE_P99 = "produce_p99_ms";
    public static final String END_TO_END_P99 = "end_to_end_p99_ms";

    /** How long the consumer that comes every few seconds needed at most until it had all that was there. */
    public static final String CATCH_UP_MAX = "catch_up_max_ms";

    public static final String LAGGING_RATE = "lagging_mib_per_s";

    /** Without tiers what the slow disk read of the part that holds nothing but the topic that is kept up with; with tiers what was read of it from there. */
    public static final String REALTIME_HDD_BYTES = "hdd_bytes_of_realtime_reads";

    /** What the slow disk read ÷ what consumers got; above 1 where it read things in vain, or twice. */
    public static final String HDD_READ_SHARE = "hdd_read_share";

    /** Of what consumers got, the share that did not come from the slow tier; not without tiers. */
    public static final String SSD_HIT_SHARE = "ssd_hit_share";

    /** Followed by the number of a band. */
    public static final String BAND = "reads_within_band_";

    public static final String WRITE_RATE = "write_mib_per_s";
    public static final String COPY_RATE = "copy_mib_per_s";

    /** Copied ÷ written within the window; around 1 by a segment more or less where copies keep up. */
    public static final String COPIED_SHARE = "copied_share";

    /** Of segments that were rolled and not copied, at the end of the window. */
    public static final String COPY_LAG = "copy_lag_mib";

    /** Standard deviation of what the device of the logs writes in a second, relative to the mean. */
    public static final String DEVICE_WRITE_STDDEV = "device_write_stddev";

    public static final String DEVICE_WRITE_RATE = "device_write_mib_per_s";

    /** Seconds of all the broker's threads in a second of the window. */
    public static final String CPU = "broker_cpu_cores";

    public static final String RSS = "broker_rss_mib";
    /** In which collections stood in the way. */
    public static final String GC = "broker_gc_ms_per_s";

    /** Upper ends of the bands in milliseconds, exclusive; the last band has none. */
    public static final List<Integer> BAND_MILLIS = List.of(10, 50, 100, 500);

    private static final List<TrialMetric> LATENCIES = List.of(
            TrialMetric.lower(PRODUCE_P99, "ms"),
            TrialMetric.lower(PRODUCE_P50, "ms"),
            TrialMetric.lower(END_TO_END_P99, "ms"),
            TrialMetric.lower(CATCH_UP_MAX, "ms"));
    private static final List<TrialMetric> COPIES = List.of(
            TrialMetric.higher(COPY_RATE, "MiB/s"),
            TrialMetric.higher(WRITE_RATE, "MiB/s"),
            TrialMetric.higher(COPIED_SHARE, ""),
            TrialMetric.lower(COPY_LAG, "MiB"));
    private static final List<TrialMetric> BROKER =
            List.of(TrialMetric.lower(CPU, "cores"), TrialMetric.lower(RSS, "MiB"), TrialMetric.lower(GC, "ms/s"));

    private TieredMetrics() {}

    static List<TrialMetric> of(TieredPhase phase) {
        if (phase == TieredPhase.FLUSH) {
            return flush();
        }
        List<TrialMetric> metrics = new ArrayList<>();
        if (phase.hasRealtime()) {
            metrics.addAll(LATENCIES);
        }
        if (phase.lag() != TieredPhase.Lag.NONE) {
            metrics.add(TrialMetric.higher(LAGGING_RATE, "MiB/s"));
        }
        if (phase == TieredPhase.COPY) {
            metrics.addAll(COPIES);
        }
        if (phase.hasRealtime()) {
            metrics.add(TrialMetric.lower(REALTIME_HDD_BYTES, "B"));
        }
        metrics.add(TrialMetric.lower(HDD_READ_SHARE, ""));
        metrics.add(TrialMetric.higher(SSD_HIT_SHARE, ""));
        if (phase.hasRealtime()) {
            metrics.add(TrialMetric.higher(BAND + 1, ""));
            for (int band = 2; band <= BAND_MILLIS.size() + 1; band++) {
                metrics.add(TrialMetric.lower(BAND + band, ""));
            }
        }
        metrics.addAll(BROKER);
        return metrics;
    }

    private static List<TrialMetric> flush() {
        List<TrialMetric> metrics = new ArrayList<>();
        metrics.add(TrialMetric.lower(DEVICE_WRITE_STDDEV, ""));
        metrics.add(TrialMetric.lower(DEVICE_WRITE_RATE, "MiB/s"));
        metrics.addAll(LATENCIES);
        metrics.addAll(BROKER);
        return metrics;
    }
}
