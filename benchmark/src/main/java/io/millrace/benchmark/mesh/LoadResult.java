package io.millrace.benchmark.mesh;

import io.millrace.benchmark.JsonText;
import io.millrace.benchmark.load.LatencyHistogram;
import io.millrace.benchmark.process.ProcessUsage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a load saw.
 *
 * @param windowNanos length of the measured window
 * @param ok right answers within the window; {@code okInAll} from the first call to the last
 * @param refused answers by status other than 200
 * @param lost calls whose connection ended or that had no answer in time
 * @param processes CPU time used within the window and memory at its end, by process id
 */
record LoadResult(
        LoadOptions options,
        double requestBytesMean,
        long windowNanos,
        long ok,
        long okInAll,
        long wrong,
        Map<Integer, Long> refused,
        long malformed,
        long lost,
        long reconnects,
        LatencyHistogram latencies,
        long driverCpuMicros,
        Map<Long, ProcessUsage> processes) {

    /** CPU time between two looks at the same processes, with the memory of the second. */
    static Map<Long, ProcessUsage> difference(Map<Long, ProcessUsage> before, Map<Long, ProcessUsage> after) {
        Map<Long, ProcessUsage> difference = new TreeMap<>(after);
        before.forEach((pid, usage) -> difference.computeIfPresent(
                pid, (key, now) -> new ProcessUsage(now.cpuMicros() - usage.cpuMicros(), now.residentKib())));
        return difference;
    }

    boolean isFlawless() {
        return ok > 0 && wrong == 0 && refused.isEmpty() && malformed == 0 && lost == 0;
    }

    /** The line that the driver prints. */
    String toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("url", options.url());
        json.put("connections", options.connections());
        json.put("requestBytesMean", Math.round(requestBytesMean));
        json.put("seconds", windowNanos / 1e9);
        json.put("callsPerSecond", ok * 1e9 / windowNanos);
        json.put("ok", ok);
        json.put("okInAll", okInAll);
        json.put("wrong", wrong);
        json.put("refused", refused);
        json.put("malformed", malformed);
        json.put("lost", lost);
        json.put("reconnects", reconnects);
        json.put("p50Micros", latencies.percentile(0.50) / 1e3);
        json.put("p90Micros", latencies.percentile(0.90) / 1e3);
        json.put("p99Micros", latencies.percentile(0.99) / 1e3);
        json.put("p999Micros", latencies.percentile(0.999) / 1e3);
        json.put("maxMicros", latencies.max() / 1e3);
        json.put("meanMicros", latencies.mean() / 1e3);
        json.put("driverCpuMicros", driverCpuMicros);
        Map<String, Object> used = new LinkedHashMap<>();
        processes.forEach((pid, usage) ->
                used.put(pid.toString(), Map.of("cpuMicros", usage.cpuMicros(), "residentKib", usage.residentKib())));
        json.put("processes", used);
        return JsonText.write(json);
    }
}
