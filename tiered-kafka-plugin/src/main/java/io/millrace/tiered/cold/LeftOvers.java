package io.millrace.tiered.cold;

import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;

/**
 * What is in a cold directory at start: its segments, and what crashes left, which is removed.
 *
 * <p>Files and folders that are not named as ours are left alone.
 */
final class LeftOvers {

    /** Kafka's ids as text, URL-safe base64 of 16 bytes. */
    private static final String ID = "([A-Za-z0-9_-]{22})";

    private static final Pattern FOLDER = Pattern.compile(ID + "-\\d+");
    private static final Pattern FILE = Pattern.compile(ID + "(\\.data|\\.manifest)(\\.new)?");

    private final ColdFiles files;
    private final PartitionFolders folders;
    private final boolean removes;
    private int removed;

    /** Removes, or only looks. */
    LeftOvers(ColdFiles files, PartitionFolders folders, boolean removes) {
        this.removes = removes;
        this.files = files;
        this.folders = folders;
    }

    /** Removes what belongs to no segment; returns the segments and the name of each one's folder. */
    Map<Uuid, String> sweep(Path root) throws IOException {
        Map<Uuid, String> segments = new HashMap<>();
        for (Path folder : files.list(root)) {
            if (FOLDER.matcher(name(folder)).matches() && files.isDirectory(folder)) {
                sweepFolder(folder).forEach(id -> segments.put(id, name(folder)));
                if (removes) {
                    folders.removeIfEmpty(folder);
                }
            }
        }
        return segments;
    }

    /** Files that were removed so far. */
    int removed() {
        return removed;
    }

    /** Removes every file of a segment, under whatever name. */
    static void removeAll(ColdFiles files, SegmentPaths paths) throws IOException {
        for (Path file : List.of(paths.manifest(), paths.newManifest(), paths.data(), paths.newData())) {
            removeIfThere(files, file);
        }
    }

    static boolean removeIfThere(ColdFiles files, Path file) throws IOException {
        if (!files.exists(file)) {
            return false;
        }
        try {
            files.delete(file);
            return true;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private Set<Uuid> sweepFolder(Path folder) throws IOException {
        Set<Uuid> segments = new HashSet<>();
        Set<Path> others = new HashSet<>();
        for (Path file : files.list(folder)) {
            Matcher name = FILE.matcher(name(file));
            if (!name.matches()) {
                continue;
            }
            if (name.group(2).equals(SegmentPaths.MANIFEST) && name.group(3) == null) {
                segments.add(Uuid.fromString(name.group(1)));
            } else {
                others.add(file);
            }
        }
        for (Path file : removes ? others : Set.<Path>of()) {
            boolean isData = name(file).endsWith(SegmentPaths.DATA);
            if (!isData
                    || !segments.contains(
                            Uuid.fromString(name(file).substring(0, name(file).indexOf('.'))))) {
                removed += removeIfThere(files, file) ? 1 : 0;
            }
        }
        return segments;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
