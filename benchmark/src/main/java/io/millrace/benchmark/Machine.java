package io.millrace.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the figures were measured on. */
public final class Machine {
    private Machine() {}

    /** System, processor, cores, memory, load before the run and the JVM of the tools; in a fixed order. */
    public static Map<String, Object> describe() {
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        machine.put("arch", System.getProperty("os.arch"));
        machine.put("cpu", value("/proc/cpuinfo", "model name", "unknown"));
        machine.put("cores", Runtime.getRuntime().availableProcessors());
        machine.put("memory", value("/proc/meminfo", "MemTotal", "unknown"));
        machine.put("loadBefore", load());
        machine.put("toolsJdk", System.getProperty("java.runtime.version"));
        return machine;
    }

    private static String value(String file, String key, String otherwise) {
        for (String line : lines(file)) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.startsWith(key)) {
                return line.substring(colon + 1).trim();
            }
        }
        return otherwise;
    }

    private static String load() {
        List<String> lines = lines("/proc/loadavg");
        return lines.isEmpty() ? "unknown" : lines.get(0);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            // Not Linux: the description says "unknown" there.
            return List.of();
        }
    }
}
