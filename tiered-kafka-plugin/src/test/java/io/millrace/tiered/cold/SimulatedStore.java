package io.millrace.tiered.cold;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.tiered.SampleSegment;
import io.millrace.tiered.SimulatedColdFiles;
import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.DiskFile;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;

/** A cold store on a simulated disk, as one process sees it. */
record SimulatedStore(ColdStore store, SimulatedDisk disk, SimulatedColdFiles files, Path logs, Path cold) {

    static final int CHUNK_BYTES = 4096;

    /** Opens what is on the disk. */
    static SimulatedStore open(SimulatedDisk disk) throws IOException {
        SimulatedColdFiles files = new SimulatedColdFiles(disk.files());
        Path logs = disk.root().resolve("logs");
        Path cold = disk.root().resolve("cold");
        for (Path folder : List.of(logs, cold)) {
            files.createDirectories(folder);
        }
        files.forceDirectory(disk.root());
        TieredConfig config =
                new TieredConfig(List.of(cold), List.of(), false, CHUNK_BYTES, 2, 1 << 20, Duration.ofMinutes(1), null);
        ColdStore store = ColdStore.open(
                config,
                files,
                new AlignedBuffers(1 << 20, Duration.ofSeconds(30)),
                CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                new TieredCounters(),
                WaitingClock.system());
        return new SimulatedStore(store, disk, files, logs, cold);
    }

    /** A segment whose files survive everything. */
    SampleSegment sample(Random random, int length) throws IOException {
        SampleSegment segment = SampleSegment.create(files, logs, random, length);
        files.forceDirectory(logs);
        return segment;
    }

    /** Files of segments, whole or not. */
    List<Path> coldFiles() {
        return disk.paths().stream()
                .filter(file -> file.startsWith(cold)
                        && !file.endsWith("lock")
                        && !String.valueOf(file.getFileName()).startsWith(DirectoryMarker.NAME))
                .toList();
    }

    void assertWhole(SampleSegment segment) throws IOException {
        ColdSegment found = store.find(segment.identity());
        assertThat(data(found)).isEqualTo(segment.log());
        for (IndexType type : segment.indexes().keySet()) {
            assertThat(store.index(segment.identity(), IndexKind.of(type)))
                    .isEqualTo(segment.indexes().get(type));
        }
    }

    private static byte[] data(ColdSegment segment) throws IOException {
        int length = segment.manifest().dataBytes();
        ByteBuffer memory = ByteBuffer.allocateDirect((int) AlignedBuffers.aligned(length) + AlignedBuffers.ALIGNMENT)
                .alignedSlice(AlignedBuffers.ALIGNMENT)
                .limit((int) AlignedBuffers.aligned(length));
        byte[] bytes = new byte[length];
        try (DiskFile file = segment.openData()) {
            assertThat(file.read(memory, 0)).isEqualTo(length);
        }
        memory.get(0, bytes);
        return bytes;
    }
}
