package io.millrace.tiered.placement;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The value of {@code cordoned.log.dirs}: directories in which Kafka puts no replicas, by itself or when asked.
 *
 * @param value as Kafka has it
 * @param isDynamic whether it is the broker's own dynamic value; else it stands in its file, or nowhere
 */
record Cordon(String value, boolean isDynamic) {

    private static final String ALL = "*";

    /** Whether it keeps replicas out of one of these. */
    boolean closes(Set<Path> directories) {
        return value.strip().equals(ALL) || paths().stream().anyMatch(directories::contains);
    }

    /** The value without these; of all the broker's directories where all are closed. */
    String without(Set<Path> directories, List<Path> all) {
        List<Path> closed = value.strip().equals(ALL) ? all : paths();
        return closed.stream()
                .filter(path -> !directories.contains(path))
                .map(Path::toString)
                .collect(Collectors.joining(","));
    }

    private List<Path> paths() {
        return Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty() && !item.equals(ALL))
                .map(item -> Path.of(item).normalize())
                .toList();
    }
}
