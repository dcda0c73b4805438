package io.millrace.testkit.disk;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * A disk in memory that crashes on demand: what was not forced may be gone afterwards, or there in part, or in
 * another order.
 *
 * <pre>{@code
 * SimulatedDisk disk = SimulatedDisk.create(Seeds.seed("MyTest"));
 * SimulatedFiles files = disk.files();                  // what a process sees; adapt it to the seam
 * … write, force, map …
 * disk.crash(random, CrashKind.POWER_CUT);              // everything that came from files is dead now
 * SimulatedFiles again = disk.files();                  // the next process, on what is left
 * }</pre>
 *
 * <p><b>The model.</b> Bytes reach the device in units of 4096. A unit that was written and not forced is lost, kept,
 * or kept as it was at some moment in between (one in eight operations lets the kernel write a unit back); with
 * {@link #tear} a kept unit may be torn at 512. A file's size may lag behind or run ahead of its bytes, which then
 * are zeros. A cut may come undone, then with all that was written behind it. Names are lost or kept one change at a
 * time unless their folder was forced. A force that fails leaves units that no later force writes, unless they are
 * changed again, as Linux does.
 *
 * <p><b>Shape.</b> Names live under {@link #root}, which is always there and durable. <b>Ownership.</b> Nothing to
 * close. <b>Threads.</b> Safe; the same seed makes the same disk as long as one thread drives it. <b>Speed.</b> A
 * crash costs what is dirty and mapped, some 10 µs for 256 KB.
 */
public final class SimulatedDisk {

    /** One in so many operations lets the kernel write something back on its own. */
    private static final int WRITE_BACK_ONE_IN = 8;

    private static final Path ROOT = Path.of("/simulated");

    private final Map<ByteBuffer, SimulatedFiles.Mapping> mappings = SimulatedFiles.mappings();
    private final DiskFaults faults = new DiskFaults();
    private final DiskNames names;
    private final Random random;
    private int life;
    private boolean torn;
    private String bootId;

    private SimulatedDisk(DiskNames names, Random random) {
        this.names = names;
        this.random = random;
        this.bootId = newBootId(random);
    }

    /** An empty disk. */
    public static SimulatedDisk create(long seed) {
        return new SimulatedDisk(new DiskNames(ROOT), new Random(seed));
    }

    /** The folder that is always there. */
    public Path root() {
        return ROOT;
    }

    /** The disk as the present process sees it, until the next crash. */
    public synchronized SimulatedFiles files() {
        return new SimulatedFiles(this, life);
    }

    /** What goes wrong, and when. */
    public DiskFaults faults() {
        return faults;
    }

    /** The machine's boot id: another after each power cut, the same after a kill. */
    public synchronized String bootId() {
        return bootId;
    }

    /** Whether a power cut may keep a part of a unit, in sectors of 512 bytes; off at first. */
    public synchronized SimulatedDisk tear(boolean on) {
        torn = on;
        return this;
    }

    /** Ends the process, or the machine. Planned faults are cleared. */
    public synchronized void crash(Random chance, CrashKind kind) {
        life++;
        faults.clear();
        if (kind == CrashKind.KILL) {
            names.everyFile().forEach(SimulatedFile::kill);
            return;
        }
        names.powerCut(chance);
        names.everyFile().forEach(file -> file.powerCut(chance, torn));
        bootId = newBootId(chance);
    }

    /**
     * A disk of its own in the same state, what is not durable included, for a crash that leaves this one as it is.
     * No channel, mapping or lock goes with it.
     */
    public synchronized SimulatedDisk fork(long seed) {
        SimulatedDisk fork = new SimulatedDisk(names.fork(), new Random(seed));
        fork.torn = torn;
        fork.bootId = bootId;
        return fork;
    }

    // ---- looking and damaging ----

    /** Every file, by name. */
    public synchronized List<Path> paths() {
        return names.files();
    }

    /** A copy of what a file holds for those who read it now. */
    public synchronized byte[] bytes(Path file) {
        SimulatedFile found = file(file);
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(found.size()));
        found.read(0, bytes);
        return bytes.array();
    }

    /**
     * Turns one bit of a file over, counted from the lowest of its first byte; on the device and wherever it is
     * cached or mapped.
     */
    public synchronized void flipBit(Path file, long bit) {
        SimulatedFile found = file(file);
        if (bit < 0 || bit >= found.size() * Byte.SIZE) {
            throw new IllegalArgumentException("bit: " + bit + " (expected: within " + found.size() + " bytes)");
        }
        found.flip(bit);
    }

    /** Makes a file shorter, for good. It must not be mapped. */
    public synchronized void cut(Path file, long size) {
        file(file).cutForGood(size);
    }

    // ---- inside, under the lock ----

    DiskNames names() {
        return names;
    }

    Map<ByteBuffer, SimulatedFiles.Mapping> mappings() {
        return mappings;
    }

    boolean lives(int ofLife) {
        return ofLife == life;
    }

    void sometimesWriteBack() {
        if (random.nextInt(WRITE_BACK_ONE_IN) == 0) {
            List<SimulatedFile> files = names.everyFile();
            if (!files.isEmpty()) {
                files.get(random.nextInt(files.size())).writeBackOne(random);
            }
        }
    }

    void forceInVain(SimulatedFile file) {
        file.forceInVain(random);
    }

    private SimulatedFile file(Path file) {
        if (names.find(SimulatedFiles.name(file)) instanceof SimulatedFile found) {
            return found;
        }
        throw new IllegalArgumentException("no such file: " + file);
    }

    private static String newBootId(Random random) {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
