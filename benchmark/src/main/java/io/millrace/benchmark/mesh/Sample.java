package io.millrace.benchmark.mesh;

import io.millrace.benchmark.JsonText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measured window of one contender: the driver's line, read for that contender's processes.
 *
 * @param wrongAnswers calls that did not get their right answer: wrong, refused, malformed or lost, over the whole load
 * @param consumerMib resident memory on the consumer's side at the end of the window
 * @param beyondIdleMib that, less an idle JVM with the same flags; NaN for peers
 * @param allocatedBytesPerCall by all threads of all our agents; NaN where not taken
 */
record Sample(
        double callsPerSecond,
        double consumerCpuMicrosPerCall,
        double providersCpuMicrosPerCall,
        double p50Millis,
        double p99Millis,
        double wrongAnswers,
        double consumerMib,
        double allMib,
        double beyondIdleMib,
        double allocatedBytesPerCall,
        double driverCpuMicrosPerCall,
        long calls) {

    /** Reads the driver's line. */
    static Sample of(String driverLine, Contender contender, double idleMib) {
        Map<String, @Nullable Object> json = JsonText.readObject(driverLine);
        Map<?, ?> processes = (Map<?, ?>) json.getOrDefault("processes", Map.of());
        double ok = number(json, "ok");
        if (ok == 0) {
            throw new IllegalArgumentException("no right answer within the window: " + driverLine);
        }
        double consumerMib = sum(processes, contender.consumer(), "residentKib") / 1024;
        return new Sample(
                number(json, "callsPerSecond"),
                sum(processes, contender.consumer(), "cpuMicros") / ok,
                sum(processes, contender.providers(), "cpuMicros") / ok,
                number(json, "p50Micros") / 1e3,
                number(json, "p99Micros") / 1e3,
                wrongAnswers(json),
                consumerMib,
                consumerMib + sum(processes, contender.providers(), "residentKib") / 1024,
                consumerMib - idleMib,
                Double.NaN,
                number(json, "driverCpuMicros") / ok,
                (long) number(json, "okInAll"));
    }

    private static double wrongAnswers(Map<String, @Nullable Object> json) {
        double refused = json.get("refused") instanceof Map<?, ?> byStatus
                ? byStatus.values().stream()
                        .mapToDouble(count -> ((Number) count).doubleValue())
                        .sum()
                : 0;
        return number(json, "wrong") + number(json, "malformed") + number(json, "lost") + refused;
    }

    private static double number(Map<?, ?> json, String key) {
        if (json.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("the driver's line has no number " + key + ": " + json);
    }

    private static double sum(Map<?, ?> processes, List<Long> pids, String key) {
        double sum = 0;
        for (long pid : pids) {
            if (processes.get(Long.toString(pid)) instanceof Map<?, ?> used) {
                sum += number(used, key);
            }
        }
        return sum;
    }

    double cpuMicrosPerCall() {
        return consumerCpuMicrosPerCall + providersCpuMicrosPerCall;
    }

    Sample withAllocatedBytes(double bytes) {
        return new Sample(
                callsPerSecond,
                consumerCpuMicrosPerCall,
                providersCpuMicrosPerCall,
                p50Millis,
                p99Millis,
                wrongAnswers,
                consumerMib,
                allMib,
                beyondIdleMib,
                bytes / calls,
                driverCpuMicrosPerCall,
                calls);
    }

    /** One line for who watches. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%,8.0f calls/s  p50 %6.2f ms  p99 %6.2f ms  cpu/call %5.1f + %5.1f us  (driver %4.1f)  rss %4.0f MiB  wrong %.0f",
                callsPerSecond,
                p50Millis,
                p99Millis,
                consumerCpuMicrosPerCall,
                providersCpuMicrosPerCall,
                driverCpuMicrosPerCall,
                consumerMib,
                wrongAnswers);
    }
}
