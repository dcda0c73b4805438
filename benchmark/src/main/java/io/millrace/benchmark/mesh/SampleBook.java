package io.millrace.benchmark.mesh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All samples of a run by case and contender, and why a contender has none. Not thread-safe. */
final class SampleBook {
    private final Map<MeshCase, Map<String, List<Sample>>> samples = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final Set<String> peers = new LinkedHashSet<>();

    /** A peer that shall have rows, also if it fails. */
    void expectPeer(String name) {
        peers.add(name);
    }

    void add(MeshCase meshCase, String contender, Sample sample) {
        samples.computeIfAbsent(meshCase, key -> new LinkedHashMap<>())
                .computeIfAbsent(contender, key -> new ArrayList<>())
                .add(sample);
    }

    /** Keeps the first reason why a contender failed in a case. */
    void fail(MeshCase meshCase, String contender, String why) {
        failures.putIfAbsent(key(meshCase, contender), why);
    }

    List<Sample> of(MeshCase meshCase, String contender) {
        return samples.getOrDefault(meshCase, Map.of()).getOrDefault(contender, List.of());
    }

    @Nullable
    String failure(MeshCase meshCase, String contender) {
        return failures.get(key(meshCase, contender));
    }

    Set<String> peers() {
        return peers;
    }

    private static String key(MeshCase meshCase, String contender) {
        return meshCase + " " + contender;
    }
}
