package io.millrace.wal.segment;

import io.millrace.memory.StorageFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in a log's directory.
 *
 * <pre>
 *   00000000000000000000.wal    a segment, named by its base position
 *   00000000000004194304.free   a file that belongs to no segment, deleted when the log is opened
 *   ….new                       a file being written, to take another name
 *   ….damaged                   what a repair put aside
 *   lock                        held by the process that has the log open
 * </pre>
 *
 * <p><b>Threads.</b> Safe.
 */
public final class SegmentDirectory {

    private static final Pattern SEGMENT = Pattern.compile("(\\d{20})\\.wal");
    private static final Pattern FREE = Pattern.compile("(\\d{20})\\.free");
    private static final Pattern UNFINISHED = Pattern.compile("(\\d{20})\\.new");

    private final StorageFiles files;
    private final Path path;

    /** A directory that exists. */
    public SegmentDirectory(StorageFiles files, Path path) {
        this.files = files;
        this.path = path;
    }

    /** Makes the directory if there is none, and its name durable with those above it that were made. */
    public void create() throws IOException {
        List<Path> parents = new ArrayList<>();
        Path missing = path.toAbsolutePath();
        while (missing.getParent() != null && !files.exists(missing)) {
            missing = missing.getParent();
            parents.add(missing);
        }
        files.createDirectories(path);
        for (Path parent : parents) {
            files.forceDirectory(parent);
        }
    }

    public StorageFiles files() {
        return files;
    }

    public Path path() {
        return path;
    }

    /** Files named as segments, by base position. */
    public List<Path> segments() throws IOException {
        return matching(SEGMENT);
    }

    /** Files that belong to no segment. */
    public List<Path> free() throws IOException {
        return matching(FREE);
    }

    /** The base position that a segment's name says. */
    public static OptionalLong baseOf(Path segment) {
        Matcher name = SEGMENT.matcher(String.valueOf(segment.getFileName()));
        if (!name.matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(name.group(1)));
        } catch (NumberFormatException beyondAnyPosition) {
            return OptionalLong.empty();
        }
    }

    public Path segment(long base) {
        return path.resolve(String.format(Locale.ROOT, "%020d.wal", base));
    }

    /** Where a segment is written anew before it takes the old one's place. */
    public Path beside(long base) {
        return path.resolve(String.format(Locale.ROOT, "%020d.new", base));
    }

    /** Deletes files that were being written beside others when somebody ended. */
    public void deleteUnfinished() throws IOException {
        for (Path unfinished : matching(UNFINISHED)) {
            files.delete(unfinished);
        }
    }

    /** A name for what a repair puts aside, that no file has. */
    public Path unusedDamaged(long base) {
        Path name = path.resolve(String.format(Locale.ROOT, "%020d.wal.damaged", base));
        for (int copy = 2; files.exists(name); copy++) {
            name = path.resolve(String.format(Locale.ROOT, "%020d.wal.%d.damaged", base, copy));
        }
        return name;
    }

    /** A file that is there. */
    public SegmentFile existing(Path file) {
        return SegmentFile.existing(files, file);
    }

    /** Makes a file that must not be there. */
    SegmentFile create(Path file) throws IOException {
        return SegmentFile.create(files, file);
    }

    /** Gives a file the name of one that is free: it holds no segment from here on. */
    public void free(SegmentFile file, long base) throws IOException {
        file.moveTo(path.resolve(String.format(Locale.ROOT, "%020d.free", base)));
    }

    /**
     * Deletes files that belong to no segment. Their headers tell of a log that may have been cut since: used again, they could
     * bring its truncations back after a power cut.
     */
    public void deleteAll(List<SegmentFile> free) throws IOException {
        for (SegmentFile file : free) {
            file.delete();
        }
    }

    /** Makes the names durable. */
    public void force() throws IOException {
        files.forceDirectory(path);
    }

    private List<Path> matching(Pattern names) throws IOException {
        return files.list(path).stream()
                .filter(file ->
                        names.matcher(String.valueOf(file.getFileName())).matches())
                .toList();
    }
}
