package io.millrace.tiered.tool;

import io.millrace.tiered.cold.SegmentIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * The names in a cold directory, as {@code docs/formats/cold-segment.md} has them; others are nobody's business here.
 *
 * @param segments those with a manifest, in the order of their names
 * @param leftOvers files of no segment
 */
record ColdListing(List<Found> segments, List<LeftOver> leftOvers) {

    private static final String MARK = "cold-id";
    private static final String ID = "([A-Za-z0-9_-]{22})";
    private static final Pattern FOLDER = Pattern.compile(ID + "-(\\d{1,9})");
    private static final Pattern FILE = Pattern.compile(ID + "\\.(data|manifest)(\\.new)?");

    ColdListing {
        segments = List.copyOf(segments);
        leftOvers = List.copyOf(leftOvers);
    }

    /**
     * A segment's files.
     *
     * @param identity which; the topic's name is not known
     * @param manifest its manifest
     * @param data its data, whether it is there or not
     */
    record Found(SegmentIdentity identity, Path manifest, Path data) {

        long bytes() {
            return manifest.toFile().length() + data.toFile().length();
        }
    }

    /**
     * Lists a directory.
     *
     * @throws ToolException if it is no cold directory, or cannot be read
     */
    static ColdListing of(Path directory) {
        if (!Files.exists(directory.resolve(MARK))) {
            throw new ToolException("no cold directory: " + directory + " (expected: a file " + MARK
                    + " in it; a disk that is not mounted has none)");
        }
        List<Found> segments = new ArrayList<>();
        List<LeftOver> leftOvers = new ArrayList<>();
        for (Path folder : list(directory)) {
            Matcher name = FOLDER.matcher(name(folder));
            if (name.matches() && Files.isDirectory(folder)) {
                folder(folder, Uuid.fromString(name.group(1)), Integer.parseInt(name.group(2)), segments, leftOvers);
            }
        }
        return new ColdListing(segments, leftOvers);
    }

    private static void folder(
            Path folder, Uuid topicId, int partition, List<Found> segments, List<LeftOver> leftOvers) {
        Map<String, Path> data = new HashMap<>();
        Map<String, Path> manifests = new HashMap<>();
        for (Path file : list(folder)) {
            Matcher name = FILE.matcher(name(file));
            if (name.matches() && name.group(3) != null) {
                leftOvers.add(new LeftOver(file, file.toFile().length()));
            } else if (name.matches()) {
                (name.group(2).equals("data") ? data : manifests).put(name.group(1), file);
            }
        }
        manifests.forEach((id, file) -> segments.add(new Found(
                new SegmentIdentity("topic", topicId, partition, Uuid.fromString(id)),
                file,
                folder.resolve(id + ".data"))));
        data.keySet().removeAll(manifests.keySet());
        data.values()
                .forEach(file -> leftOvers.add(new LeftOver(file, file.toFile().length())));
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (NoSuchFileException goneMeanwhile) {
            return List.of();
        } catch (IOException e) {
            throw new ToolException("cannot list " + folder + ": " + e, e);
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
