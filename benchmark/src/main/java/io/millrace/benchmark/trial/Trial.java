package io.millrace.benchmark.trial;

import io.millrace.benchmark.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run of one contender found.
 *
 * @param figures by the name of the metric; what a contender cannot tell is absent
 * @param remarks words for the notes of its rows, in the order in which they came up
 */
public record Trial(Map<String, Double> figures, List<Remark> remarks) {
    /**
     * Words for the note of one row.
     *
     * @param metric whose row it belongs to; empty for the first row of the case
     */
    public record Remark(String metric, String text) {}

    public Trial {
        figures = Map.copyOf(figures);
        remarks = List.copyOf(remarks);
    }

    /** The figure, or null where it was not taken. */
    public @Nullable Double figure(String metric) {
        return figures.get(metric);
    }

    /** What is said of one phase: figures and remarks whose names begin with it and a dot, without that beginning. */
    public Trial phase(String phase) {
        String start = phase + ".";
        Map<String, Double> own = new LinkedHashMap<>();
        figures.forEach((name, value) -> {
            if (name.startsWith(start)) {
                own.put(name.substring(start.length()), value);
            }
        });
        List<Remark> said = remarks.stream()
                .filter(remark -> remark.metric().startsWith(start))
                .map(remark -> new Remark(remark.metric().substring(start.length()), remark.text()))
                .toList();
        return new Trial(own, said);
    }

    String toJson() {
        List<List<String>> said = remarks.stream()
                .map(remark -> List.of(remark.metric(), remark.text()))
                .toList();
        return JsonText.write(Map.of("figures", figures, "remarks", said));
    }

    static Trial parse(String json) {
        Map<String, @Nullable Object> read = JsonText.readObject(json);
        if (!(read.get("figures") instanceof Map<?, ?> figures) || !(read.get("remarks") instanceof List<?> remarks)) {
            throw new IllegalArgumentException("not a trial's result: " + json);
        }
        Map<String, Double> values = new LinkedHashMap<>();
        figures.forEach((name, value) -> values.put(String.valueOf(name), ((Number) value).doubleValue()));
        List<Remark> said = new ArrayList<>();
        for (Object remark : remarks) {
            List<?> parts = (List<?>) remark;
            said.add(new Remark(String.valueOf(parts.get(0)), String.valueOf(parts.get(1))));
        }
        return new Trial(values, said);
    }
}
