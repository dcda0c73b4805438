package io.millrace.newsql.node.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is done to whole folders. */
final class Folders {

    private Folders() {}

    /** Files of a folder, by name. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /** Deletes a folder with all that is in it, if it is there. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> entries = Files.walk(folder)) {
            all = new ArrayList<>(entries.sorted(Comparator.reverseOrder()).toList());
        }
        for (Path entry : all) {
            Files.deleteIfExists(entry);
        }
    }
}
