package io.millrace.benchmark.trial;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a trial's process is told, as arguments {@code key=value}. Unknown keys and missing ones are
 * {@link IllegalArgumentException}s at the reader's side, so that both halves stay in step.
 */
public final class TrialSettings {
    private final Map<String, String> values = new LinkedHashMap<>();

    public TrialSettings with(String key, Object value) {
        values.put(key, String.valueOf(value));
        return this;
    }

    public TrialSettings copy() {
        TrialSettings copy = new TrialSettings();
        copy.values.putAll(values);
        return copy;
    }

    public List<String> asArguments() {
        return values.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .toList();
    }

    public static TrialSettings parse(String[] arguments) {
        TrialSettings settings = new TrialSettings();
        for (String argument : arguments) {
            int at = argument.indexOf('=');
            if (at <= 0) {
                throw new IllegalArgumentException("not a setting: " + argument + " (expected: key=value)");
            }
            settings.values.put(argument.substring(0, at), argument.substring(at + 1));
        }
        return settings;
    }

    public String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("setting missing: " + key + " (given: " + values.keySet() + ")");
        }
        return value;
    }

    public int integer(String key) {
        return Integer.parseInt(text(key));
    }

    public long number(String key) {
        return Long.parseLong(text(key));
    }

    public double decimal(String key) {
        return Double.parseDouble(text(key));
    }

    public Path path(String key) {
        return Path.of(text(key));
    }

    public <E extends Enum<E>> E choice(String key, Class<E> type) {
        return Enum.valueOf(type, text(key));
    }
}
