package io.millrace.benchmark.newsql.drive;

import io.millrace.benchmark.JsonText;
import io.millrace.benchmark.load.LatencyHistogram;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a load saw.
 *
 * @param windowNanos length of the measured window
 * @param queries answered within it
 * @param serversCpuMicros of all watched processes within it
 * @param residentKibBefore of the watched processes before the first connection
 * @param residentKib the same at the end of the window
 */
record DriverResult(
        long windowNanos,
        long queries,
        LatencyHistogram latencies,
        long driverCpuMicros,
        long serversCpuMicros,
        long residentKibBefore,
        long residentKib) {

    /** The line that the driver prints. */
    String toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seconds", windowNanos / 1e9);
        json.put("queries", queries);
        json.put("queriesPerSecond", queries * 1e9 / windowNanos);
        json.put("p50Micros", latencies.percentile(0.50) / 1e3);
        json.put("p99Micros", latencies.percentile(0.99) / 1e3);
        json.put("driverCpuMicros", driverCpuMicros);
        json.put("serversCpuMicros", serversCpuMicros);
        json.put("residentKibBefore", residentKibBefore);
        json.put("residentKib", residentKib);
        return JsonText.write(json);
    }
}
