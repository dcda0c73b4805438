package io.millrace.tiered;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Reads Kafka's properties of the storage, whose prefix is gone; what is wrong with one is said with its name, its value and what is expected. */
record TieredProperties(Map<String, ?> values) {

    /** What Kafka puts before the names of the storage's properties unless it is told otherwise. */
    static final String PREFIX = "rsm.config.";

    @Nullable
    String text(String name) {
        Object value = values.get(name);
        return value == null ? null : value.toString().trim();
    }

    long number(String name, long absent, long min, long max) {
        String value = text(name);
        String expected = "a number from " + min + (max == Long.MAX_VALUE ? "" : " to " + max);
        try {
            long number = value == null ? absent : Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong(name, value, expected);
        }
        throw wrong(name, value, expected);
    }

    /** An absolute path, or null where there is none. */
    @Nullable
    Path path(String name, String expected) {
        String value = text(name);
        return value == null ? null : path(name, value, expected);
    }

    /** Directories that exist, none of them inside another; empty where the property is absent. */
    List<Path> directories(String name) {
        String value = text(name);
        if (value == null) {
            return List.of();
        }
        String expected = "absolute paths of existing directories, separated by commas";
        Set<Path> directories = new LinkedHashSet<>();
        for (String item : value.split(",", -1)) {
            Path directory = path(name, item.trim(), expected);
            if (!Files.isDirectory(directory)) {
                throw wrong(name, directory, expected + "; this is none");
            }
            if (!directories.add(directory)) {
                throw wrong(name, directory, expected + "; this is named twice");
            }
        }
        for (Path directory : directories) {
            for (Path other : directories) {
                if (!other.equals(directory) && other.startsWith(directory)) {
                    throw wrong(name, other, expected + "; this is inside " + directory);
                }
            }
        }
        return List.copyOf(directories);
    }

    private static Path path(String name, String value, String expected) {
        try {
            Path path = Path.of(value);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            throw wrong(name, value, expected + "; " + e.getMessage());
        }
        throw wrong(name, value, expected);
    }

    static ConfigException wrong(String name, @Nullable Object value, String expected) {
        return new ConfigException(PREFIX + name, value, "expected: " + expected);
    }
}
