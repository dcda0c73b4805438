package io.millrace.wal.recovery;

import io.millrace.memory.Page;
import io.millrace.wal.Durability;
import io.millrace.wal.WalProgress;
import io.millrace.wal.WalReport;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.recovery.SegmentExamination.Gap;
import io.millrace.wal.recovery.SegmentExamination.Group;
import io.millrace.wal.segment.GroupChain;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a log that opens of one that is damaged: from the first damaged segment on, each is written anew, with what is lost stepped over and every group sealed again.
 *
 * <pre>
 *   1 sound │ 2 DAMAGED │ 3 sound │ 4 damaged │ 5 prepared
 *              fourth      third     second       set aside at the end       opening refuses the log until 2 is replaced,
 *                                                                            and what 5 knew to be on the device is there
 * </pre>
 *
 * <p>Records keep their positions. Segments are replaced newest first, each by one rename, and say what was known to be on the device: so a repair that ends in the middle leaves a
 * log that does not open, or has everything, and is done again. Old files are kept beside. <b>Threads.</b> One; the log is not open.
 */
public final class LogRepair {

    private final SegmentDirectory directory;
    private final SegmentGeometry geometry;
    private final PageSource pages;
    private final UUID bootId;
    private final LongSupplier epochs;
    private final List<Path> copies = new ArrayList<>();

    /** What a segment is written with: the chain before it, and its epoch. */
    private record Continuation(int crc, long ordinal, long epoch) {}

    /**
     * @param pages memory of our own, not mappings; up to two pages are taken at a time
     * @param bootId run of the operating system
     * @param epochs draws the epoch of each use of a file
     */
    public LogRepair(
            SegmentDirectory directory, SegmentGeometry geometry, PageSource pages, UUID bootId, LongSupplier epochs) {
        this.directory = directory;
        this.geometry = geometry;
        this.pages = pages;
        this.bootId = bootId;
        this.epochs = epochs;
    }

    /** Says what there is, and changes nothing. */
    public WalReport verify(WalProgress progress) throws IOException {
        SegmentInventory inventory = new SegmentInventory(directory, geometry);
        try {
            inventory.readOnly();
            return inspect(inventory, progress).report(geometry.first(), List.of());
        } finally {
            inventory.close(null);
        }
    }

    /** Repairs, and says what was lost. */
    public WalReport repair(WalProgress progress) throws IOException {
        SegmentInventory inventory = new SegmentInventory(directory, geometry);
        try {
            inventory.readOnly();
            LogInspection inspection = inspect(inventory, progress);
            WalReport before = inspection.report(geometry.first(), copies);
            if (!before.isSound()) {
                directory.deleteUnfinished();
                repair(inventory, inspection, before);
            }
            // Names that a killed repair made are there, and may still not be on the device.
            directory.force();
            return inspection.report(geometry.first(), List.copyOf(copies));
        } finally {
            inventory.close(null);
        }
    }

    private LogInspection inspect(SegmentInventory inventory, WalProgress progress) throws IOException {
        LogInspection inspection = new LogInspection(inventory);
        new LogScan(directory, geometry, pages, bootId).scan(0, inventory, inspection, progress);
        return inspection;
    }

    private void repair(SegmentInventory inventory, LogInspection inspection, WalReport before) throws IOException {
        long damaged = before.damages().stream()
                .mapToLong(damage -> geometry.numberOf(damage.position()))
                .min()
                .orElseThrow();
        long start = geometry.numberOf(before.start());
        long first = Math.max(damaged, start);
        // A group that ends with its segment ends where the next begins: the last segment is the one before.
        long last = Math.max(first, geometry.numberOf(Math.max(before.end(), 1) - 1));
        Page page = pages.acquire();
        try {
            rewrite(first, last, inventory, inspection, page);
        } finally {
            page.release();
        }
        // What follows holds no group, but may know of positions that are lost now; what lies before the start was let
        // go of.
        for (FoundSegment segment : inventory.segments()) {
            long number = geometry.numberOf(segment.base());
            if (number > last || number < start) {
                Path aside = directory.unusedDamaged(segment.base());
                directory.files().move(segment.file().path(), aside);
                copies.add(aside);
            }
        }
    }

    private void rewrite(long first, long last, SegmentInventory inventory, LogInspection inspection, Page page)
            throws IOException {
        List<Continuation> continuations = new ArrayList<>();
        GroupChain chain = chainBefore(first, inventory, page);
        for (long number = first; number <= last; number++) {
            Continuation continuation = new Continuation(chain.crc(), chain.ordinal(), epochs.getAsLong());
            continuations.add(continuation);
            build(number, number == last, inventory, inspection, page, continuation, chain);
        }
        for (long number = last; number >= first; number--) {
            Continuation continuation = continuations.get((int) (number - first));
            GroupChain before = new GroupChain(continuation.crc(), continuation.ordinal());
            FoundSegment old = inventory.at(geometry.baseOf(number));
            if (old != null) {
                keepCopy(old);
            }
            build(number, number == last, inventory, inspection, page, continuation, before)
                    .store(directory.beside(geometry.baseOf(number)));
            directory
                    .files()
                    .move(directory.beside(geometry.baseOf(number)), directory.segment(geometry.baseOf(number)));
            directory.force();
        }
    }

    /** The chain up to the first segment to be written: as the one before ends, or else as its own first group continues it. */
    private GroupChain chainBefore(long first, SegmentInventory inventory, Page page) throws IOException {
        SegmentExamination before = examine(inventory.at(geometry.baseOf(first - 1)), page);
        if (before != null) {
            List<Group> groups = before.groups();
            int crc = groups.isEmpty() ? 0 : groups.get(groups.size() - 1).crc();
            return new GroupChain(crc, before.ordinal());
        }
        SegmentExamination itself = examine(inventory.at(geometry.baseOf(first)), page);
        return new GroupChain(0, itself == null ? 0 : itself.ordinalBefore());
    }

    private @Nullable SegmentExamination examine(@Nullable FoundSegment segment, Page page) throws IOException {
        SegmentHeader header = segment == null ? null : segment.header();
        if (segment == null || header == null) {
            return null;
        }
        LogScan.load(segment.file(), page);
        return new SegmentExamination(page.buffer(), geometry, header.epoch(), segment.base()).examine();
    }

    /** Makes the segment in memory as it will be, and moves the chain behind it. */
    private SegmentRewrite build(
            long number,
            boolean last,
            SegmentInventory inventory,
            LogInspection inspection,
            Page page,
            Continuation continuation,
            GroupChain chain)
            throws IOException {
        SegmentRewrite rewrite = new SegmentRewrite(directory, geometry, page);
        FoundSegment old = inventory.at(geometry.baseOf(number));
        SegmentHeader header = old == null ? null : old.header();
        SegmentExamination examination = examine(old, page);
        int end = geometry.first();
        if (old == null || examination == null || header == null) {
            page.zero(0, geometry.segmentBytes());
            rewrite.lose(geometry.first(), geometry.limit());
        } else {
            end = keepWhatHolds(rewrite, page, old, examination, last, inspection.synced());
        }
        if (last) {
            rewrite.end(Math.min(end, geometry.limit()));
        }
        rewrite.seal(headerFor(number, header, inspection, continuation.epoch()), chain);
        return rewrite;
    }

    /** Returns the index behind the last group that holds, or the last record that a killed process left. */
    private int keepWhatHolds(
            SegmentRewrite rewrite,
            Page page,
            FoundSegment old,
            SegmentExamination examination,
            boolean last,
            long synced) {
        int end = geometry.first();
        for (Group group : examination.groups()) {
            end = group.end();
            int seal = end - SealDescriptor.BYTES;
            if (seal < geometry.limit()) {
                rewrite.unseal(seal, end);
            }
        }
        boolean killed = Salvage.mayFind(old, examination, bootId);
        for (Gap gap : examination.gaps()) {
            boolean behind = gap.end() == geometry.segmentBytes();
            Salvage salvage = new Salvage(page, geometry);
            if (behind && killed && salvage.isUnsealed(gap.start(), last, old.base(), synced)) {
                return salvage.settle(gap.start(), !last);
            }
            if (!behind || !last) {
                rewrite.lose(gap.start(), Math.min(gap.end(), geometry.limit()));
            }
        }
        return end;
    }

    private SegmentHeader headerFor(long number, @Nullable SegmentHeader old, LogInspection inspection, long epoch) {
        long base = geometry.baseOf(number);
        return new SegmentHeader(
                epoch,
                base,
                geometry.segmentBytes(),
                old == null ? Durability.PAGE : old.level(),
                old == null ? new UUID(0, 0) : old.bootId(),
                inspection.start(),
                Math.min(inspection.synced(), base));
    }

    private void keepCopy(FoundSegment old) throws IOException {
        Path unfinished = directory.beside(old.base());
        old.file().copyTo(unfinished);
        Path copy = directory.unusedDamaged(old.base());
        directory.files().move(unfinished, copy);
        directory.force();
        copies.add(copy);
    }
}
