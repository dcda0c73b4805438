package io.millrace.tiered.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * The folder of one partition as Kafka keeps it. What it says may have changed when the caller looks at it.
 *
 * <p><b>Threads.</b> Safe.
 */
public final class LocalLog {

    private static final Pattern SEGMENT = Pattern.compile("\\d{20}\\.log");
    private static final String LOG = ".log";
    private static final String TIME_INDEX = ".timeindex";
    private static final String EPOCHS = "leader-epoch-checkpoint";
    private static final String STARTS = "log-start-offset-checkpoint";
    private static final String METADATA = "partition.metadata";
    private static final String TOPIC_ID = "topic_id:";

    /** Larger is no checkpoint: some hundred thousand changes of the leader. */
    private static final long FILE_BYTES_MAX = 4 << 20;

    private final Path folder;

    LocalLog(Path folder) {
        this.folder = folder;
    }

    /** A file of the log. */
    record LogFile(Path path, long firstOffset) {}

    /** Which leader wrote which offsets here. */
    public LeaderEpochs epochs() throws IOException {
        try {
            return LeaderEpochs.parse(small(folder.resolve(EPOCHS)));
        } catch (IllegalArgumentException e) {
            throw new IOException("damaged: file=" + folder.resolve(EPOCHS) + " " + e.getMessage(), e);
        }
    }

    /** The offset with which the first file begins; empty if there is no file. */
    public OptionalLong firstOffset() throws IOException {
        List<LogFile> files = files();
        return files.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(files.get(0).firstOffset());
    }

    /**
     * The offset below which Kafka has given up everything of the partition, on whatever disk, as this broker has last noted it: up to a minute ago.
     *
     * @return empty if it has noted none
     */
    public OptionalLong startOffset() throws IOException {
        Path file = directory().resolve(STARTS);
        String name = String.valueOf(folder.getFileName());
        int dash = name.lastIndexOf('-');
        String line = name.substring(0, dash) + " " + name.substring(dash + 1) + " ";
        try {
            return new String(small(file), StandardCharsets.UTF_8)
                    .lines()
                    .filter(each -> each.startsWith(line))
                    .mapToLong(
                            each -> Long.parseLong(each.substring(line.length()).trim()))
                    .findFirst();
        } catch (NoSuchFileException none) {
            return OptionalLong.empty();
        } catch (NumberFormatException e) {
            throw new IOException("damaged: file=" + file + " " + e.getMessage(), e);
        }
    }

    /** The segments, oldest first; the last one is active. */
    public List<LocalSegment> segments() throws IOException {
        List<LogFile> files = files();
        List<LocalSegment> segments = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            boolean isActive = i == files.size() - 1;
            long last = isActive ? -1 : files.get(i + 1).firstOffset() - 1;
            segments.add(segment(files.get(i), last, isActive));
        }
        return segments;
    }

    private LocalSegment segment(LogFile file, long last, boolean isActive) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file.path(), BasicFileAttributes.class);
        long modifiedAt = found.lastModifiedTime().toMillis();
        String name = String.valueOf(file.path().getFileName());
        Path index = folder.resolve(name.substring(0, name.length() - LOG.length()) + TIME_INDEX);
        OptionalLong timestamp = TimeIndex.last(index);
        if (timestamp.isEmpty() && isActive && found.size() > 0) {
            timestamp = firstTimestamp(file.path());
        }
        // Kafka takes the time of the last write too where no record has a timestamp.
        return new LocalSegment(
                file.firstOffset(), last, found.size(), timestamp.orElse(modifiedAt), modifiedAt, isActive);
    }

    /** The largest timestamp of the first batch; empty if it has none. */
    private static OptionalLong firstTimestamp(Path file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(RecordBatchDescriptor.HEADER_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (header.hasRemaining() && channel.read(header, header.position()) >= 0) {
                // The header, whole.
            }
        }
        long timestamp = header.hasRemaining() ? -1 : header.getLong(RecordBatchDescriptor.MAX_TIMESTAMP_OFFSET);
        return timestamp > 0 ? OptionalLong.of(timestamp) : OptionalLong.empty();
    }

    /** Whether the segment that begins with this offset is on the disk. */
    public boolean hasSegment(long firstOffset) {
        return Files.exists(folder.resolve(String.format(Locale.ROOT, "%020d", firstOffset) + LOG));
    }

    /** The directory of logs that it is in: one of Kafka's {@code log.dirs}. */
    public Path directory() {
        return Objects.requireNonNull(folder.getParent(), "a folder in a directory of logs");
    }

    /** The files that hold offsets from this one on, in order; empty if it is below the first file. */
    List<LogFile> filesFrom(long offset) throws IOException {
        List<LogFile> files = files();
        for (int i = files.size() - 1; i >= 0; i--) {
            if (files.get(i).firstOffset() <= offset) {
                return files.subList(i, files.size());
            }
        }
        return List.of();
    }

    private List<LogFile> files() throws IOException {
        List<LogFile> files = new ArrayList<>();
        try (Stream<Path> names = Files.list(folder)) {
            names.forEach(path -> {
                String name = String.valueOf(path.getFileName());
                if (SEGMENT.matcher(name).matches()) {
                    files.add(new LogFile(path, Long.parseLong(name, 0, name.indexOf('.'), 10)));
                }
            });
        }
        files.sort((one, other) -> Long.compare(one.firstOffset(), other.firstOffset()));
        return Collections.unmodifiableList(files);
    }

    boolean isOf(Uuid topicId) throws IOException {
        try {
            String text = new String(small(folder.resolve(METADATA)), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> line.startsWith(TOPIC_ID))
                    .anyMatch(line -> line.substring(TOPIC_ID.length()).trim().equals(topicId.toString()));
        } catch (NoSuchFileException notYet) {
            return false;
        }
    }

    private static byte[] small(Path file) throws IOException {
        long size = Files.size(file);
        if (size > FILE_BYTES_MAX) {
            throw new IOException("file too large: " + size + " bytes (expected: <= " + FILE_BYTES_MAX + "), " + file);
        }
        return Files.readAllBytes(file);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
