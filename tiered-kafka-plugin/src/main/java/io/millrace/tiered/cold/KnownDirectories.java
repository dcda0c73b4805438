package io.millrace.tiered.cold;

import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which cold directories this broker has used, kept on another disk than they are: a directory that was marked and is no longer has lost its disk, one that never was is new.
 *
 * <p><b>Threads.</b> One.
 */
final class KnownDirectories {

    /** Beside Kafka's own files about a directory of logs. */
    static final String NAME = "millrace-cold-directories";

    private final ColdFiles files;
    private final @Nullable Path file;

    /** Kept in the first of the directories of logs; with none of them nothing is remembered. */
    KnownDirectories(ColdFiles files, Iterable<Path> logDirectories) {
        this.files = files;
        this.file = logDirectories.iterator().hasNext()
                ? logDirectories.iterator().next().resolve(NAME)
                : null;
    }

    /** The id that this directory had when it was used last. */
    Optional<String> find(Path directory) throws IOException {
        return Optional.ofNullable(read().getProperty(directory.toString()));
    }

    /** Remembers the id of a directory. */
    void remember(Path directory, String id) throws IOException {
        Path to = file;
        Properties known = read();
        if (to == null || id.equals(known.setProperty(directory.toString(), id))) {
            return;
        }
        Path made = to.resolveSibling(NAME + ".new");
        LeftOvers.removeIfThere(files, made);
        try (FileChannel channel = files.open(made, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            ByteBuffer bytes = ByteBuffer.wrap(text(known).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        files.move(made, to);
        Path parent = to.getParent();
        if (parent != null) {
            files.forceDirectory(parent);
        }
    }

    /** Where it is kept, for messages. */
    @Override
    public String toString() {
        return String.valueOf(file);
    }

    private Properties read() throws IOException {
        Properties known = new Properties();
        if (file == null) {
            return known;
        }
        try (FileChannel channel = files.open(file, Set.of(StandardOpenOption.READ))) {
            known.load(Channels.newReader(channel, StandardCharsets.UTF_8));
        } catch (NoSuchFileException firstStart) {
            return known;
        }
        return known;
    }

    private static String text(Properties known) {
        return known.stringPropertyNames().stream()
                .sorted()
                .map(name -> escaped(name) + "=" + known.getProperty(name) + "\n")
                .collect(Collectors.joining());
    }

    private static String escaped(String name) {
        return name.replaceAll("([\\\\ :=#!])", "\\\\$1");
    }
}
