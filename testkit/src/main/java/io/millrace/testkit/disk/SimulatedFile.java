package io.millrace.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file, twice: what the device has ({@code platter}) and what the kernel holds that may differ from it
 * ({@code cache} and the mapped ranges).
 *
 * <p>A unit of the platter is never changed in place, only replaced; so a force moves references, and a fork of the
 * disk shares them. The disk's lock guards everything, but for stores into mapped memory, which come as they come.
 */
final class SimulatedFile {

    private static final long NOT_CUT = Long.MAX_VALUE;
    private static final int UNIT = FileUnits.UNIT_BYTES;

    private final FileUnits platter;
    private final FileUnits cache;
    private long platterSize;
    private long size;

    /** The smallest size since the last force, if it was cut: what the platter has from there on is not to be seen. */
    private long cutTo = NOT_CUT;

    /** Units that have space. Others are holes. */
    private final BitSet allocated;

    private final List<MappedRange> ranges = new ArrayList<>();

    /**
     * Content of units that a failed force was to write: the kernel believes them clean from then on. Only a change
     * makes them dirty again.
     */
    private final Map<Integer, byte[]> forsaken = new HashMap<>();

    private boolean locked;

    SimulatedFile() {
        platter = new FileUnits();
        cache = new FileUnits();
        allocated = new BitSet();
    }

    private SimulatedFile(SimulatedFile other) {
        platter = other.platter.share();
        cache = other.cache.deepCopy();
        platterSize = other.platterSize;
        size = other.size;
        cutTo = other.cutTo;
        allocated = (BitSet) other.allocated.clone();
        forsaken.putAll(other.forsaken);
        other.dirtyInRanges().forEach(dirty -> cache.set(dirty.unit, dirty.bytes));
    }

    /** A unit that the platter does not have as it is. */
    private static final class Dirty {

        private final int unit;
        private final byte[] bytes;

        Dirty(int unit, byte[] bytes) {
            this.unit = unit;
            this.bytes = bytes;
        }
    }

    SimulatedFile fork() {
        return new SimulatedFile(this);
    }

    long size() {
        return size;
    }

    // ---- reading and writing ----

    int read(long position, ByteBuffer to) {
        if (position >= size) {
            return -1;
        }
        int length = (int) Math.min(to.remaining(), size - position);
        for (int left = length; left > 0; ) {
            int unit = (int) ((position + length - left) / UNIT);
            int from = (int) ((position + length - left) % UNIT);
            int step = Math.min(left, UNIT - from);
            MappedRange range = rangeOf(unit);
            if (range == null) {
                to.put(current(unit), from, step);
            } else {
                range.read(unit, from, step, to);
            }
            left -= step;
        }
        return length;
    }

    /** Writes what there is space for; fails if that is nothing. */
    int write(long position, ByteBuffer from, int wanted, DiskFaults faults) throws IOException {
        int length = allocate(position, wanted, faults);
        for (int left = length; left > 0; ) {
            int unit = (int) ((position + length - left) / UNIT);
            int to = (int) ((position + length - left) % UNIT);
            int step = Math.min(left, UNIT - to);
            MappedRange range = rangeOf(unit);
            if (range == null) {
                from.get(writable(unit), to, step);
            } else {
                range.write(unit, to, step, from);
            }
            left -= step;
        }
        size = Math.max(size, position + length);
        return length;
    }

    private int allocate(long position, int length, DiskFaults faults) throws IOException {
        int end = FileUnits.count(position + length);
        for (int unit = (int) (position / UNIT); unit < end; unit++) {
            if (!allocated.get(unit)) {
                if (faults.takeSpace(UNIT) < UNIT) {
                    long fits = (long) unit * UNIT - position;
                    if (fits <= 0) {
                        throw DiskFaults.noSpace();
                    }
                    return (int) fits;
                }
                allocated.set(unit);
            }
        }
        return length;
    }

    void truncate(long newSize, DiskFaults faults) throws IOException {
        if (newSize >= size) {
            return;
        }
        if (ranges.stream().anyMatch(range -> range.overlaps(FileUnits.count(newSize), Integer.MAX_VALUE))) {
            throw new IOException("file cut below its mapping, which would fault: size=" + newSize);
        }
        int whole = FileUnits.count(newSize);
        if (newSize % UNIT != 0 && rangeOf(whole - 1) == null) {
            writable(whole - 1);
        }
        cache.cut(newSize);
        cutTo = Math.min(cutTo, newSize);
        size = newSize;
        faults.giveSpace((long) UNIT
                * allocated.get(whole, Math.max(whole, allocated.length())).cardinality());
        allocated.clear(whole, Math.max(whole, allocated.length()));
    }

    /** What the whole file takes. */
    long allocatedBytes() {
        return (long) UNIT * allocated.cardinality();
    }

    // ---- mapping ----

    MappedRange map(long position, int length) throws IOException {
        if (position + length > size) {
            throw new IOException("mapping ends behind its file: position=" + position + ", length=" + length
                    + " (expected: within " + size + " bytes; write them first)");
        }
        int first = (int) (position / UNIT);
        int end = FileUnits.count(position + length);
        int hole = allocated.nextClearBit(first);
        if (hole < end) {
            throw new IOException("mapping over a hole, which would fault on a full disk: position="
                    + (long) hole * UNIT + " (expected: written before)");
        }
        for (MappedRange range : ranges) {
            if (range.holds(first) && range.holds(end - 1)) {
                return range;
            }
            if (range.overlaps(first, end)) {
                throw new UnsupportedOperationException("mappings that overlap in part are not simulated");
            }
        }
        MappedRange range = new MappedRange(first, end - first);
        for (int unit = first; unit < end; unit++) {
            range.load(unit, current(unit));
            cache.set(unit, null);
        }
        ranges.add(range);
        return range;
    }

    void unmap(MappedRange range) {
        if (!range.leave()) {
            return;
        }
        if (ranges.remove(range)) {
            keepDirty(range);
        }
        range.recycle();
    }

    private void keepDirty(MappedRange range) {
        for (int unit = range.first(); unit < range.end(); unit++) {
            if (range.differs(unit, base(unit))) {
                cache.set(unit, range.copy(unit));
            }
        }
    }

    // ---- becoming durable ----

    void force() {
        if (cutTo != NOT_CUT) {
            platter.cut(cutTo);
            cutTo = NOT_CUT;
        }
        for (Dirty dirty : dirty()) {
            if (!isForsaken(dirty)) {
                toPlatter(dirty);
            }
        }
        platterSize = size;
    }

    /** Some of it is written, the rest never will be unless it is changed. */
    void forceInVain(Random random) {
        for (Dirty dirty : dirty()) {
            if (cutTo == NOT_CUT && random.nextBoolean() && !isForsaken(dirty)) {
                toPlatter(dirty);
            } else {
                forsaken.put(dirty.unit, dirty.bytes.clone());
            }
        }
    }

    /** The kernel writes one unit when it pleases. */
    void writeBackOne(Random random) {
        if (size == 0 || cutTo != NOT_CUT) {
            return;
        }
        int unit = random.nextInt(FileUnits.count(size));
        MappedRange range = rangeOf(unit);
        byte[] bytes = range == null ? cache.get(unit) : range.copy(unit);
        if (bytes != null) {
            Dirty dirty = new Dirty(unit, bytes);
            if (!isForsaken(dirty)) {
                toPlatter(dirty);
            }
        }
    }

    private void toPlatter(Dirty dirty) {
        platter.set(dirty.unit, dirty.bytes);
        cache.set(dirty.unit, null);
        forsaken.remove(dirty.unit);
    }

    private boolean isForsaken(Dirty dirty) {
        byte[] bytes = forsaken.get(dirty.unit);
        return bytes != null && Arrays.equals(bytes, dirty.bytes);
    }

    // ---- crashes ----

    /** The process is gone: what it had mapped is the kernel's, and what it still stores there is nobody's. */
    void kill() {
        ranges.forEach(this::keepDirty);
        ranges.clear();
        locked = false;
    }

    /** Only the platter is left, and those dirty units that happened to reach it. */
    void powerCut(Random random, boolean torn) {
        boolean cutLost = cutTo != NOT_CUT && random.nextBoolean();
        if (!cutLost) {
            long keptEnd = keepSome(random, torn);
            long least = Math.min(platterSize, size);
            platterSize = switch (random.nextInt(3)) {
                case 0 -> least;
                case 1 -> Math.max(least, Math.min(size, keptEnd));
                default -> size;
            };
        }
        platter.cut(platterSize);
        cache.clear();
        ranges.clear();
        forsaken.clear();
        cutTo = NOT_CUT;
        size = platterSize;
        allocated.clear();
        allocated.set(0, FileUnits.count(size));
        locked = false;
    }

    private long keepSome(Random random, boolean torn) {
        if (cutTo != NOT_CUT) {
            platter.cut(cutTo);
            platterSize = Math.min(platterSize, cutTo);
            cutTo = NOT_CUT;
        }
        int keptOfTwo = random.nextInt(3);
        long keptEnd = 0;
        for (Dirty dirty : dirty()) {
            if (random.nextInt(2) < keptOfTwo && !isForsaken(dirty)) {
                byte[] kept = torn && random.nextBoolean()
                        ? mixed(platter.read(dirty.unit), dirty.bytes, random)
                        : dirty.bytes;
                platter.set(dirty.unit, kept);
                keptEnd = (dirty.unit + 1L) * UNIT;
            }
        }
        return keptEnd;
    }

    private static byte[] mixed(byte[] old, byte[] fresh, Random random) {
        byte[] bytes = old.clone();
        for (int at = 0; at < UNIT; at += FileUnits.SECTOR_BYTES) {
            if (random.nextBoolean()) {
                System.arraycopy(fresh, at, bytes, at, FileUnits.SECTOR_BYTES);
            }
        }
        return bytes;
    }

    // ---- damage ----

    void flip(long bit) {
        int unit = (int) (bit / Byte.SIZE / UNIT);
        int at = (int) (bit / Byte.SIZE % UNIT);
        byte mask = (byte) (1 << (bit % Byte.SIZE));
        byte[] damaged = platter.read(unit).clone();
        damaged[at] ^= mask;
        platter.set(unit, damaged);
        MappedRange range = rangeOf(unit);
        byte[] cached = range == null ? cache.get(unit) : range.copy(unit);
        if (cached != null) {
            cached[at] ^= mask;
        }
        if (cached != null && range != null) {
            range.load(unit, cached);
        }
    }

    void cutForGood(long newSize) {
        platter.cut(newSize);
        cache.cut(newSize);
        size = Math.min(size, newSize);
        platterSize = Math.min(platterSize, newSize);
        allocated.clear(FileUnits.count(newSize), Math.max(FileUnits.count(newSize), allocated.length()));
    }

    // ---- locks ----

    boolean lock() {
        boolean free = !locked;
        locked = true;
        return free;
    }

    void unlock() {
        locked = false;
    }

    // ---- inside ----

    private byte[] base(int unit) {
        return (long) unit * UNIT >= cutTo ? FileUnits.ZEROS : platter.read(unit);
    }

    private byte[] current(int unit) {
        byte[] cached = cache.get(unit);
        return cached == null ? base(unit) : cached;
    }

    private byte[] writable(int unit) {
        byte[] cached = cache.get(unit);
        if (cached == null) {
            cached = base(unit).clone();
            cache.set(unit, cached);
        }
        return cached;
    }

    private @Nullable MappedRange rangeOf(int unit) {
        for (MappedRange range : ranges) {
            if (range.holds(unit)) {
                return range;
            }
        }
        return null;
    }

    private List<Dirty> dirty() {
        List<Dirty> dirty = dirtyInRanges();
        for (int unit = 0; unit < cache.end(); unit++) {
            byte[] bytes = cache.get(unit);
            if (bytes != null) {
                dirty.add(new Dirty(unit, bytes));
            }
        }
        return dirty;
    }

    private List<Dirty> dirtyInRanges() {
        List<Dirty> dirty = new ArrayList<>();
        for (MappedRange range : ranges) {
            for (int unit = range.first(); unit < range.end(); unit++) {
                if (range.differs(unit, base(unit))) {
                    dirty.add(new Dirty(unit, range.copy(unit)));
                }
            }
        }
        return dirty;
    }
}
