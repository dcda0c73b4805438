package io.millrace.tiered.cold;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.tiered.SampleSegment;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.read.SegmentReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Turns a bit of each byte over, and cuts files: what is given is right, or there is an error that names file and segment. */
@Tag("once")
class ColdDamageTest {

    private static final int LENGTH = SimulatedStore.CHUNK_BYTES + 1500;

    private final Random random = Seeds.random("ColdDamageTest");
    private final SimulatedDisk disk = SimulatedDisk.create(random.nextLong());
    private final AlignedBuffers buffers = new AlignedBuffers(1 << 20, Duration.ofSeconds(30));
    private SampleSegment segment;
    private SimulatedStore store;

    @BeforeEach
    void copy() throws IOException {
        store = SimulatedStore.open(disk);
        segment = store.sample(random, LENGTH);
        store.store().copy(segment.request());
    }

    @Test
    void noFlippedByteOfTheDataIsGiven() throws Exception {
        Path data = file(SegmentPaths.DATA);
        for (int at = 0; at < LENGTH; at++) {
            disk.flipBit(data, at * 8L + random.nextInt(8));
            assertThat(readsRight(0, LENGTH)).as("byte %s", at).isFalse();
            // The chunk that is whole is given still.
            boolean inFirst = at < SimulatedStore.CHUNK_BYTES;
            assertThat(readsRight(0, SimulatedStore.CHUNK_BYTES)).isEqualTo(!inFirst);
            assertThat(readsRight(SimulatedStore.CHUNK_BYTES, LENGTH)).isEqualTo(inFirst);
            disk.flipBit(data, flipBack(data, at));
        }
        assertThat(readsRight()).isTrue();
    }

    @Test
    void noFlippedByteOfTheManifestDoesHarm() throws Exception {
        Path manifest = file(SegmentPaths.MANIFEST);
        int length = disk.bytes(manifest).length;
        int refused = 0;
        for (int at = 0; at < length; at++) {
            long bit = at * 8L + random.nextInt(8);
            disk.flipBit(manifest, bit);
            refused += readsRight() && indexesAreRight() ? 0 : 1;
            disk.flipBit(manifest, bit);
        }
        // All but the padding between head and indexes.
        assertThat(refused).isGreaterThan(200).isLessThan(length);
        assertThat(readsRight() && indexesAreRight()).isTrue();
    }

    @Test
    void noCutFileDoesHarm() throws Exception {
        for (String name : new String[] {SegmentPaths.DATA, SegmentPaths.MANIFEST}) {
            Path file = file(name);
            for (long size = disk.bytes(file).length - 1L; size >= 0; size -= 1 + random.nextInt(97)) {
                disk.cut(file, size);
                assertThat(readsRight() && indexesAreRight())
                        .as("%s cut at %s", name, size)
                        .isFalse();
            }
            store.store().copy(segment.request());
            assertThat(readsRight() && indexesAreRight()).isTrue();
        }
    }

    /** The bit that differs from what was copied. */
    private long flipBack(Path data, int at) {
        int difference = (disk.bytes(data)[at] ^ segment.log()[at]) & 0xFF;
        return at * 8L + Integer.numberOfTrailingZeros(difference);
    }

    private boolean readsRight() throws IOException {
        return readsRight(0, LENGTH);
    }

    private boolean readsRight(int from, int to) throws IOException {
        forgetManifest();
        try (SegmentReader reader = new SegmentReader(buffers, 0, new TieredCounters());
                InputStream range = reader.open(store.store().find(segment.identity()), from, to)) {
            assertThat(range.readAllBytes()).isEqualTo(Arrays.copyOfRange(segment.log(), from, to));
            return true;
        } catch (TieredException e) {
            assertDamage(e);
            return false;
        }
    }

    private boolean indexesAreRight() throws IOException {
        boolean right = true;
        for (IndexType type : IndexType.values()) {
            try {
                byte[] bytes = store.store().index(segment.identity(), IndexKind.of(type));
                assertThat(bytes).isEqualTo(segment.indexes().get(type));
            } catch (TieredException e) {
                assertDamage(e);
                right = false;
            }
        }
        return right;
    }

    private void assertDamage(TieredException e) {
        assertThat(e.reason()).isEqualTo(Reason.DAMAGED);
        assertThat(e)
                .hasMessageContaining("file=")
                .hasMessageContaining(segment.identity().id().toString());
    }

    private void forgetManifest() {
        store.store().forgetManifest(segment.identity().id());
    }

    private Path file(String ending) {
        return store.coldFiles().stream()
                .filter(file -> file.toString().endsWith(ending))
                .findFirst()
                .orElseThrow();
    }
}
