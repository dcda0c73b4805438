package io.millrace.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What a benchmark or scenario found: the form of {@code --json} and of the files in {@code docs/benchmarks}.
 *
 * <pre>
 * {"bench": NAME, "machine": {...},
 *  "rows": [{"case", "metric", "unit", "ours", "peer", "peerName", "ratio", "better", "jdk", "note"?}]}
 * </pre>
 */
public record BenchResult(String bench, Map<String, Object> machine, List<BenchRow> rows) {
    public BenchResult {
        rows = List.copyOf(rows);
    }

    /** Writes the file, a row a line so that two runs can be compared line by line. */
    public void write(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, toJson());
    }

    String toJson() {
        StringJoiner lines = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
        lines.setEmptyValue("[]");
        rows.forEach(row -> lines.add(JsonText.write(row.toJson())));
        return "{\n  \"bench\": " + JsonText.write(bench) + ",\n  \"machine\": " + JsonText.write(machine)
                + ",\n  \"rows\": " + lines + "\n}\n";
    }

    /** Reads what {@link #write} wrote. */
    public static BenchResult read(Path file) throws IOException {
        Map<String, @Nullable Object> json = JsonText.readObject(Files.readString(file));
        if (json.get("bench") instanceof String bench
                && json.get("machine") instanceof Map<?, ?> machine
                && json.get("rows") instanceof List<?> rows) {
            Map<String, Object> about = new java.util.LinkedHashMap<>();
            machine.forEach((name, value) -> about.put(String.valueOf(name), String.valueOf(value)));
            return new BenchResult(
                    bench, about, rows.stream().map(row -> row((Map<?, ?>) row)).toList());
        }
        throw new IllegalArgumentException("not a benchmark's result: " + file);
    }

    private static BenchRow row(Map<?, ?> json) {
        return new BenchRow(
                String.valueOf(json.get("case")),
                String.valueOf(json.get("metric")),
                String.valueOf(json.get("unit")),
                number(json.get("ours")),
                number(json.get("peer")),
                text(json.get("peerName")),
                "higher".equals(json.get("better")) ? Better.HIGHER : Better.LOWER,
                String.valueOf(json.get("jdk")),
                text(json.get("note")));
    }

    private static @Nullable Double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : null;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
