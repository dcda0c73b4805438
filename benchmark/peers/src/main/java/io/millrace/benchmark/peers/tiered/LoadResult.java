package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.load.LatencyHistogram;
import io.millrace.benchmark.tiered.TieredArm;
import io.millrace.benchmark.tiered.TieredMetrics;
import io.millrace.benchmark.tiered.TieredPhase;
import io.millrace.benchmark.trial.TrialVoice;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a phase found.
 *
 * @param laggingBytes that lagging consumers got within the window
 * @param copyLagBytes at the end of the window
 * @param realtime null without anybody that kept up
 * @param writes of the device of the logs
 */
record LoadResult(
        MeterReading before,
        MeterReading after,
        long laggingBytes,
        long copyLagBytes,
        @Nullable RealtimeClients realtime,
        WriteSamples writes) {
    private static final double MIB = 1 << 20;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Tells the figures of a phase, under its name. */
    void tell(TrialVoice voice, TieredPhase phase, TieredArm arm) {
        String of = phase + ".";
        double seconds = after.secondsSince(before);
        if (realtime != null) {
            tellLatencies(voice, of, realtime);
            voice.figure(of + TieredMetrics.REALTIME_HDD_BYTES, realtimeHddBytes(arm));
        }
        if (phase.lag() != TieredPhase.Lag.NONE) {
            voice.figure(of + TieredMetrics.LAGGING_RATE, laggingBytes / seconds / MIB);
        }
        if (phase == TieredPhase.COPY) {
            double written = after.in() - before.in();
            double copied = after.copied() - before.copied();
            voice.figure(of + TieredMetrics.WRITE_RATE, written / seconds / MIB);
            voice.figure(of + TieredMetrics.COPY_RATE, copied / seconds / MIB);
            voice.figure(of + TieredMetrics.COPIED_SHARE, copied / written);
            voice.figure(of + TieredMetrics.COPY_LAG, copyLagBytes / MIB);
        }
        if (phase == TieredPhase.FLUSH) {
            voice.figure(of + TieredMetrics.DEVICE_WRITE_STDDEV, writes.relativeDeviation());
            voice.figure(of + TieredMetrics.DEVICE_WRITE_RATE, writes.bytesPerSecond() / MIB);
        }
        tellReads(voice, of, arm);
        voice.figure(
                of + TieredMetrics.CPU,
                (after.usage().cpuMicros() - before.usage().cpuMicros()) / 1e6 / seconds);
        voice.figure(of + TieredMetrics.RSS, after.usage().residentKib() / 1024.0);
        voice.figure(of + TieredMetrics.GC, (after.gcMillis() - before.gcMillis()) / seconds);
    }

    private static void tellLatencies(TrialVoice voice, String of, RealtimeClients realtime) {
        LatencyHistogram produced = realtime.producer().latencies();
        voice.figure(of + TieredMetrics.PRODUCE_P50, produced.percentile(0.50) / NANOS_PER_MILLI);
        voice.figure(of + TieredMetrics.PRODUCE_P99, produced.percentile(0.99) / NANOS_PER_MILLI);
        voice.figure(
                of + TieredMetrics.END_TO_END_P99, realtime.tail().latencies().percentile(0.99) / NANOS_PER_MILLI);
        LatencyHistogram visits = realtime.visitor().visits();
        if (visits.count() > 0) {
            voice.figure(of + TieredMetrics.CATCH_UP_MAX, visits.max() / NANOS_PER_MILLI);
        }
        LatencyBands bands = realtime.tail().bands();
        for (int band = 1; band <= bands.bands(); band++) {
            voice.figure(of + TieredMetrics.BAND + band, bands.share(band));
        }
    }

    private void tellReads(TrialVoice voice, String of, TieredArm arm) {
        long out = after.out() - before.out();
        if (out == 0) {
            return;
        }
        voice.figure(of + TieredMetrics.HDD_READ_SHARE, (double) slowDiskReads() / out);
        if (arm.isTiered()) {
            voice.figure(of + TieredMetrics.SSD_HIT_SHARE, 1 - (double) fetched() / out);
        }
    }

    private double realtimeHddBytes(TieredArm arm) {
        return arm.isTiered()
                ? after.realtimeFetched() - before.realtimeFetched()
                : after.realtimePart().since(before.realtimePart()).readBytes();
    }

    /** In a few words, for who watches. */
    String summary() {
        double seconds = after.secondsSince(before);
        String text = String.format(
                Locale.ROOT,
                "lagging %.1f MiB/s, slow disk %.1f MiB/s, cpu %.2f",
                laggingBytes / seconds / MIB,
                slowDiskReads() / seconds / MIB,
                (after.usage().cpuMicros() - before.usage().cpuMicros()) / 1e6 / seconds);
        return realtime == null
                ? text
                : String.format(
                        Locale.ROOT,
                        "produce p50 %.1f p99 %.1f ms, end to end p99 %.1f ms, %s",
                        realtime.producer().latencies().percentile(0.50) / NANOS_PER_MILLI,
                        realtime.producer().latencies().percentile(0.99) / NANOS_PER_MILLI,
                        realtime.tail().latencies().percentile(0.99) / NANOS_PER_MILLI,
                        text);
    }

    /** Bytes that came from the slow tier. */
    long fetched() {
        return after.fetched() - before.fetched();
    }

    /** Bytes that the slow disk read. */
    long slowDiskReads() {
        return after.realtimePart().since(before.realtimePart()).readBytes()
                + after.lagPart().since(before.lagPart()).readBytes();
    }
}
