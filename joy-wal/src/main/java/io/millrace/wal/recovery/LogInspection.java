package io.millrace.wal.recovery;

import io.millrace.wal.WalDamage;
import io.millrace.wal.WalReport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sums up what a scan finds, and judges of each damage whether opening the log would cut it or refuse. One thread. */
final class LogInspection implements LogFindings {

    private final SegmentInventory inventory;
    private final List<WalDamage> found = new ArrayList<>();
    private final List<WalDamage> refusals = new ArrayList<>();

    private long groups;
    private long records;
    private long bytes;
    private long unsealed;
    private long start;
    private long synced;
    private long end;

    /**
     * @param inventory read already
     */
    LogInspection(SegmentInventory inventory) {
        this.inventory = inventory;
        this.start = inventory.start();
        this.synced = inventory.synced();
    }

    /** Where the log began, as far as a header or a group knew. */
    long start() {
        return start;
    }

    /** The highest position that one of them knew to be on the device. */
    long synced() {
        return synced;
    }

    @Override
    public void group(long position, int groupBytes, long knownStart, long knownSynced) {
        groups++;
        bytes += groupBytes;
        start = Math.max(start, knownStart);
        synced = Math.max(synced, knownSynced);
        end = position + groupBytes;
    }

    @Override
    public void record(long position, int type, ByteBuffer memory, int index, int length) {
        records++;
    }

    @Override
    public void unsealed(long published, long behind) {
        records -= published;
        unsealed += published;
        end = behind;
    }

    @Override
    public boolean suspect(long position, int type, ByteBuffer memory, int index, int length) {
        return false;
    }

    @Override
    public void damage(Path segment, long position, long size, boolean blind, String what) {
        found.add(new WalDamage(segment, position, size, false, what));
    }

    @Override
    public void refusal(Path segment, long position, long size, boolean blind, String what) {
        refusals.add(new WalDamage(segment, position, size, true, what));
    }

    /** What was found; {@code first} is the index of a segment's first record. */
    WalReport report(int first, List<Path> copies) {
        List<WalDamage> damages = new ArrayList<>(refusals);
        for (WalDamage damage : found) {
            if (damage.position() + damage.bytes() > start) {
                boolean wasDurable = damage.position() < synced;
                damages.add(
                        new WalDamage(damage.segment(), damage.position(), damage.bytes(), wasDurable, damage.what()));
            }
        }
        damages.sort(Comparator.comparingLong(WalDamage::position));
        List<FoundSegment> segments = inventory.segments();
        long lowest = segments.isEmpty() ? 0 : segments.get(0).base() + first;
        return new WalReport(
                segments.size(), groups, records, bytes, Math.max(lowest, start), end, unsealed, damages, copies);
    }
}
