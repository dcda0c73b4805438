package io.millrace.thrift.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A folder of generated sources and a file that says of what they were made:
 *
 * <pre>
 *  what they were made of, any lines
 *  (an empty line)
 *  a file's path, below the folder
 *  …
 * </pre>
 */
final class OutputFolder {
    private static final String STATE = ".millrace-thrift";
    private static final String SEPARATOR = "\n\n";

    private final Path folder;

    OutputFolder(Path folder) {
        this.folder = folder;
    }

    /** What a change came to. */
    record Changes(int written, int deleted) {}

    /** Whether it has all files that were made of just that. */
    boolean holds(String fingerprint) throws IOException {
        Optional<String> state = state();
        if (state.isEmpty() || !state.get().startsWith(fingerprint.strip() + SEPARATOR)) {
            return false;
        }
        return files().stream().allMatch(file -> Files.isRegularFile(folder.resolve(file)));
    }

    /** The files that the last run made. */
    List<String> files() throws IOException {
        String state = state().orElse("");
        int end = state.indexOf(SEPARATOR);
        return end < 0
                ? List.of()
                : state.substring(end + SEPARATOR.length()).lines().toList();
    }

    private Optional<String> state() throws IOException {
        Path file = folder.resolve(STATE);
        return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    }

    /**
     * Holds these files now, and none of those before that is not among them. Until it does, the state names all of them and says
     * that they are of nothing that a run could ask for.
     */
    Changes replace(String fingerprint, List<GeneratedFile> files) throws IOException {
        Set<String> old = new TreeSet<>(files());
        Files.createDirectories(folder);
        Set<String> all = new TreeSet<>(old);
        files.forEach(file -> all.add(file.path()));
        Files.writeString(folder.resolve(STATE), "unfinished" + SEPARATOR + String.join("\n", all) + '\n');
        int written = 0;
        StringBuilder state = new StringBuilder(fingerprint.strip()).append(SEPARATOR);
        for (GeneratedFile file : files) {
            written += write(folder.resolve(file.path()), file.text()) ? 1 : 0;
            state.append(file.path()).append('\n');
            old.remove(file.path());
        }
        int deleted = 0;
        for (String file : old) {
            deleted += Files.deleteIfExists(within(file)) ? 1 : 0;
        }
        Files.writeString(folder.resolve(STATE), state);
        return new Changes(written, deleted);
    }

    private static boolean write(Path file, String text) throws IOException {
        if (Files.isRegularFile(file) && Files.readString(file).equals(text)) {
            return false;
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return true;
    }

    /** The state is a file like any other: what it names is deleted only within the folder. */
    private Path within(String file) throws IOException {
        Path path = folder.resolve(file).normalize();
        if (!path.startsWith(folder.normalize())) {
            throw new IOException("not a file of this folder: " + path + " (expected: below " + folder + ")");
        }
        return path;
    }
}
