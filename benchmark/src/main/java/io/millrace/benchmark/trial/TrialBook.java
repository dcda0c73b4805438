package io.millrace.benchmark.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All trials of a run by case, contender and JDK, and why a contender has none. Not thread-safe. */
public final class TrialBook {
    private record Key(String benchCase, String contender, String jdk) {}

    private final Map<Key, List<Trial>> trials = new LinkedHashMap<>();
    private final Map<Key, String> failures = new LinkedHashMap<>();

    public void add(String benchCase, String contender, String jdk, Trial trial) {
        trials.computeIfAbsent(new Key(benchCase, contender, jdk), key -> new ArrayList<>())
                .add(trial);
    }

    /** Keeps the first reason why a contender failed in a case. */
    public void fail(String benchCase, String contender, String jdk, String why) {
        failures.putIfAbsent(new Key(benchCase, contender, jdk), why);
    }

    /** In the order of the rounds; empty where none succeeded. */
    public List<Trial> of(String benchCase, String contender, String jdk) {
        return trials.getOrDefault(new Key(benchCase, contender, jdk), List.of());
    }

    public @Nullable String failure(String benchCase, String contender, String jdk) {
        return failures.get(new Key(benchCase, contender, jdk));
    }

    /** Whether it has nothing but a reason why not. */
    public boolean hasFailed(String benchCase, String contender, String jdk) {
        return of(benchCase, contender, jdk).isEmpty() && failure(benchCase, contender, jdk) != null;
    }

    /** Whether it took part in the case, with or without success. */
    public boolean isKnown(String benchCase, String contender, String jdk) {
        return !of(benchCase, contender, jdk).isEmpty() || failure(benchCase, contender, jdk) != null;
    }
}
