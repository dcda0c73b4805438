package io.millrace.tiered.cold;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.DiskOperation;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.tiered.SampleSegment;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ends the process, or the machine, at each operation of a copy and of a delete: a segment is there whole, or not at all. */
@Tag("once")
class ColdStoreCrashTest {

    private static final int SEEDS = 20;
    private static final int LENGTH = 3 * SimulatedStore.CHUNK_BYTES + 777;

    private final long seed = Seeds.seed("ColdStoreCrashTest");

    @Test
    void aCopyThatIsCutAnywhereIsWholeOrNotThere() throws Exception {
        for (CrashKind kind : CrashKind.values()) {
            for (int round = 0; round < SEEDS; round++) {
                boolean ended = false;
                for (int step = 1; !ended; step++) {
                    ended = copyCutAt(step, kind, new Random(seed + round));
                }
            }
        }
    }

    @Test
    void aDeleteThatIsCutAnywhereIsDoneOrNotBegun() throws Exception {
        for (CrashKind kind : CrashKind.values()) {
            for (int round = 0; round < SEEDS; round++) {
                boolean ended = false;
                for (int step = 1; !ended; step++) {
                    ended = deleteCutAt(step, kind, new Random(seed + round));
                }
            }
        }
    }

    @Test
    void aCopyThatFailsAnywhereLeavesNothingAndIsRepeated() throws Exception {
        for (DiskOperation operation : DiskOperation.values()) {
            boolean ended = false;
            for (int nth = 1; !ended; nth++) {
                ended = copyFailingAt(operation, nth);
            }
        }
    }

    @Test
    void aFullDiskIsNamedAndNothingStays() throws Exception {
        for (int space = 0; space < LENGTH; space += 4096) {
            SimulatedDisk disk = SimulatedDisk.create(seed);
            SimulatedStore store = SimulatedStore.open(disk);
            SampleSegment segment = store.sample(new Random(seed), LENGTH);
            disk.faults().spaceLeft(space);
            assertThat(reason(() -> store.store().copy(segment.request()))).isEqualTo(Reason.NO_SPACE);
            assertThat(store.coldFiles()).isEmpty();
            disk.faults().clear();
            store.store().copy(segment.request());
            store.assertWhole(segment);
        }
    }

    @Test
    void aShortWriteIsGoneOnWith() throws Exception {
        for (int nth = 1; nth <= 6; nth++) {
            SimulatedDisk disk = SimulatedDisk.create(seed);
            SimulatedStore store = SimulatedStore.open(disk);
            SampleSegment segment = store.sample(new Random(seed), LENGTH);
            disk.faults().shortWrite(nth);
            store.store().copy(segment.request());
            store.assertWhole(segment);
        }
    }

    /** Answers whether the copy ended before the cut. */
    private boolean copyCutAt(int step, CrashKind kind, Random random) throws Exception {
        SimulatedDisk disk = SimulatedDisk.create(random.nextLong()).tear(true);
        SimulatedStore store = SimulatedStore.open(disk);
        SampleSegment segment = store.sample(random, LENGTH);
        disk.faults().failAllFrom(step);
        boolean copied = reason(() -> store.store().copy(segment.request())) == null;
        disk.crash(random, kind);
        SimulatedStore after = SimulatedStore.open(disk);
        boolean there = after.store().segmentCount() == 1;
        assertThat(there || !copied).as("kept, cut at %s", step).isTrue();
        if (there) {
            after.assertWhole(segment);
        } else {
            assertThat(after.coldFiles()).as("left over, cut at %s", step).isEmpty();
        }
        after.store().copy(segment.request());
        after.assertWhole(segment);
        return copied;
    }

    private boolean deleteCutAt(int step, CrashKind kind, Random random) throws Exception {
        SimulatedDisk disk = SimulatedDisk.create(random.nextLong()).tear(true);
        SimulatedStore store = SimulatedStore.open(disk);
        SampleSegment segment = store.sample(random, LENGTH);
        store.store().copy(segment.request());
        disk.faults().failAllFrom(step);
        boolean deleted = reason(() -> store.store().delete(segment.identity())) == null;
        disk.crash(random, kind);
        SimulatedStore after = SimulatedStore.open(disk);
        if (after.store().segmentCount() == 1) {
            after.assertWhole(segment);
            assertThat(deleted).as("deleted, cut at %s", step).isFalse();
        }
        after.store().delete(segment.identity());
        assertThat(after.coldFiles()).isEmpty();
        return deleted;
    }

    private boolean copyFailingAt(DiskOperation operation, int nth) throws Exception {
        SimulatedDisk disk = SimulatedDisk.create(seed);
        SimulatedStore store = SimulatedStore.open(disk);
        SampleSegment segment = store.sample(new Random(seed), LENGTH);
        disk.faults().fail(operation, nth);
        Reason reason = reason(() -> store.store().copy(segment.request()));
        if (reason != null) {
            assertThat(reason).isIn(Reason.DISK, Reason.SOURCE);
            assertThat(store.coldFiles()).as("%s %s", operation, nth).isEmpty();
            store.store().copy(segment.request());
        }
        disk.faults().clear();
        store.assertWhole(segment);
        return reason == null;
    }

    /** Something that may fail. */
    @FunctionalInterface
    private interface Attempt {

        void run() throws IOException;
    }

    private static Reason reason(Attempt attempt) throws IOException {
        try {
            attempt.run();
            return null;
        } catch (TieredException e) {
            return e.reason();
        }
    }
}
