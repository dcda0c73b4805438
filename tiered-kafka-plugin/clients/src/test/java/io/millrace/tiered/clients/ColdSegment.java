package io.millrace.tiered.clients;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A segment as it lies on a cold disk, read by {@code docs/formats/cold-segment.md} and not by the plugin.
 *
 * @param manifest its file
 * @param id Kafka's id, as in the name of the file
 * @param firstOffset inclusive
 * @param lastOffset inclusive
 * @param dataBytes of the file beside it
 * @param digest SHA-256 over data and indexes, in hex
 * @param indexes where they are in the manifest
 */
record ColdSegment(
        Path manifest,
        String id,
        long firstOffset,
        long lastOffset,
        long dataBytes,
        String digest,
        List<Index> indexes) {

    private static final String DATA = ".data";
    private static final String MANIFEST = ".manifest";
    private static final int PAGE = 4096;

    /** Bytes at the beginning of every manifest, which all mean something. */
    static final int HEAD_MIN = 132;

    private static final int INDEXES_AT = 136;
    private static final int INDEX_BYTES = 24;

    /** Type, position in the file, and length in bytes. */
    record Index(int type, int position, int length) {}

    /** All of a partition's that are whole, by their offsets; what is deleted meanwhile is left out. */
    static List<ColdSegment> of(Path coldDirectory, TieredTopic topic, int partition) {
        List<ColdSegment> segments = new ArrayList<>();
        for (Path file : files(folder(coldDirectory, topic, partition))) {
            if (file.toString().endsWith(MANIFEST)) {
                try {
                    segments.add(read(file));
                } catch (NoSuchFileException deleted) {
                    // By the broker, since the listing.
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        segments.sort(Comparator.comparingLong(ColdSegment::firstOffset));
        return segments;
    }

    static Path folder(Path coldDirectory, TieredTopic topic, int partition) {
        return coldDirectory.resolve(topic.id() + "-" + partition);
    }

    /** All files of a folder; none if it is not there. */
    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (NoSuchFileException absent) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ColdSegment read(Path file) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(Files.readAllBytes(file)).order(LITTLE_ENDIAN);
        byte[] digest = new byte[32];
        head.get(96, digest);
        int behindHead = (head.getInt(12) + PAGE - 1) / PAGE * PAGE;
        List<Index> indexes = new ArrayList<>();
        for (int i = 0; i < head.getInt(92); i++) {
            int at = INDEXES_AT + i * INDEX_BYTES;
            indexes.add(
                    new Index(head.getInt(at), behindHead + (int) head.getLong(at + 8), (int) head.getLong(at + 16)));
        }
        String name = file.getFileName().toString();
        return new ColdSegment(
                file,
                name.substring(0, name.length() - MANIFEST.length()),
                head.getLong(56),
                head.getLong(64),
                head.getLong(80),
                HexFormat.of().formatHex(digest),
                indexes);
    }

    Path data() {
        return manifest.resolveSibling(id + DATA);
    }

    /** The digest of what is in the files now; null if the broker has deleted them. */
    @Nullable
    String computeDigest() {
        try {
            byte[] bytes = Files.readAllBytes(manifest);
            MessageDigest sha256 = Seen.sha256();
            sha256.update(ByteBuffer.allocate(8)
                    .order(LITTLE_ENDIAN)
                    .putLong(dataBytes)
                    .flip());
            sha256.update(Files.readAllBytes(data()));
            for (Index index : indexes) {
                sha256.update((byte) index.type());
                sha256.update(ByteBuffer.allocate(8)
                        .order(LITTLE_ENDIAN)
                        .putLong(index.length())
                        .flip());
                sha256.update(bytes, index.position(), index.length());
            }
            return HexFormat.of().formatHex(sha256.digest());
        } catch (NoSuchFileException e) {
            if (Files.exists(manifest)) {
                throw new UncheckedIOException(e);
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The end of the unbroken run of offsets from here on, exclusive; {@code from} if there is none. */
    static long runEnd(List<ColdSegment> sorted, long from) {
        long end = from;
        for (ColdSegment segment : sorted) {
            if (segment.firstOffset() <= end && segment.lastOffset() >= end) {
                end = segment.lastOffset() + 1;
            }
        }
        return end;
    }
}
