package io.millrace.tiered.tool;

import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What lies in cold directories by their manifests alone, some kilobytes a segment.
 *
 * @param segments those whose manifest can be read, by topic, partition and offset; none of them is checked
 * @param unreadable manifests that cannot be read
 */
public record ColdContents(List<HeldSegment> segments, List<ColdDamage> unreadable) {

    static final Comparator<HeldSegment> BY_OFFSET = Comparator.comparing(
                    (HeldSegment held) -> held.identity().topic())
            .thenComparing(held -> held.identity().topicId().toString())
            .thenComparing(held -> held.identity().partition())
            .thenComparing(held -> held.range().firstOffset())
            .thenComparing(held -> held.identity().id().toString());

    private static final int BUFFER_BYTES = 1 << 20;

    public ColdContents {
        segments = List.copyOf(segments);
        unreadable = List.copyOf(unreadable);
    }

    /** Hears how many manifests are read. */
    @FunctionalInterface
    public interface Progress {

        /** So many by now. */
        void counted(long manifests);
    }

    /**
     * Reads the manifests of directories.
     *
     * @throws ToolException if one is no cold directory, or cannot be listed
     */
    public static ColdContents of(List<Path> directories, Progress progress) {
        DirectIo disk = new DirectIo(ColdFiles.local());
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES + AlignedBuffers.ALIGNMENT)
                .alignedSlice(AlignedBuffers.ALIGNMENT)
                .slice(0, BUFFER_BYTES);
        List<HeldSegment> segments = new ArrayList<>();
        List<ColdDamage> unreadable = new ArrayList<>();
        for (Path directory : directories) {
            for (ColdListing.Found found : ColdListing.of(directory).segments()) {
                try (DiskFile file = disk.open(found.manifest(), Set.of(StandardOpenOption.READ))) {
                    Manifest manifest =
                            ManifestFile.read(file, found.identity(), buffer).manifest();
                    segments.add(held(manifest, directory, false));
                } catch (NoSuchFileException deletedMeanwhile) {
                    continue;
                } catch (IOException | IllegalArgumentException e) {
                    unreadable.add(new ColdDamage(
                            found.manifest(),
                            found.identity().toString(),
                            "manifest cannot be read: " + e.getMessage()));
                }
                progress.counted(segments.size());
            }
        }
        segments.sort(BY_OFFSET);
        return new ColdContents(segments, unreadable);
    }

    static HeldSegment held(Manifest manifest, Path directory, boolean sound) {
        return new HeldSegment(manifest.identity(), manifest.range(), manifest.summary(), directory, sound);
    }
}
