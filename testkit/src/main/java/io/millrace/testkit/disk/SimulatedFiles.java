package io.millrace.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SimulatedDisk} as one process sees it, until that process crashes: the methods of the seam through which
 * ours open files, so that a test adapts them in ten lines.
 *
 * <p><b>Ownership.</b> Mappings are the caller's to unmap, also after the crash. <b>Threads.</b> Safe, one operation
 * at a time. <b>Durability.</b> As POSIX has it: a file's bytes by {@link FileChannel#force}, those stored into its
 * mappings included; its name by {@link #forceDirectory} of its folder. <b>Errors.</b> Those of a real file system;
 * what was planned with {@link DiskFaults}; and after a crash an {@link IOException} that says so from everything but
 * {@link #unmap} and closing. A mapping over bytes that were never written is refused: on a real and full disk it
 * would fault.
 */
public final class SimulatedFiles {

    private static final Set<StandardOpenOption> KNOWN_OPTIONS = Set.of(
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.TRUNCATE_EXISTING);

    private final SimulatedDisk disk;
    private final int life;

    SimulatedFiles(SimulatedDisk disk, int life) {
        this.disk = disk;
        this.life = life;
    }

    /** A mapping that was handed out. */
    record Mapping(SimulatedFile file, MappedRange range) {}

    /** Something done under the disk's lock. */
    @FunctionalInterface
    interface Action {

        void run() throws IOException;
    }

    /** Something found or made under the disk's lock. */
    @FunctionalInterface
    interface Finding<T> {

        T run() throws IOException;
    }

    /** Opens a file; all but APPEND and what is rarer is simulated. */
    public FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return open(file, options, false);
    }

    /** Opens a file whose reads and writes are refused unless buffer, position and length are multiples of 4096. */
    public FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException {
        return open(file, options, true);
    }

    /** Maps bytes that were written: shared, readable and writable, little endian. */
    public ByteBuffer map(FileChannel channel, long position, int length) throws IOException {
        if (!(channel instanceof SimulatedChannel simulated)) {
            throw new IllegalArgumentException("not a file of this disk: " + channel);
        }
        if (!simulated.isReadWrite()) {
            throw new NonReadableChannelException();
        }
        if (position % FileUnits.UNIT_BYTES != 0) {
            throw new IllegalArgumentException(
                    "position: " + position + " (expected: multiple of " + FileUnits.UNIT_BYTES + ")");
        }
        return locked(() -> {
            enter(DiskOperation.MAP);
            MappedRange range = simulated.file().map(position, length);
            ByteBuffer view = range.view(position, length);
            disk.mappings().put(view, new Mapping(simulated.file(), range));
            return view;
        });
    }

    /** Ends a mapping. */
    public void unmap(ByteBuffer mapped) {
        synchronized (disk) {
            Mapping mapping = disk.mappings().remove(mapped);
            if (mapping == null) {
                throw new IllegalArgumentException("not a live mapping: " + mapped);
            }
            mapping.file().unmap(mapping.range());
        }
    }

    /** Makes durable what was created, moved and deleted in a folder. */
    public void forceDirectory(Path directory) throws IOException {
        change(() -> {
            enter(DiskOperation.FORCE_DIRECTORY);
            disk.names().force(folder(directory));
        });
    }

    /** What a folder holds, by name. */
    public List<Path> list(Path directory) throws IOException {
        return locked(() -> {
            enter(DiskOperation.LIST);
            return disk.names().in(folder(directory)).stream()
                    .map(name -> directory.resolve(name.getFileName()))
                    .toList();
        });
    }

    /** Whether there is a file or folder of this name; after a crash there is nothing. */
    public boolean exists(Path file) {
        synchronized (disk) {
            return disk.lives(life) && disk.names().find(name(file)) != null;
        }
    }

    /** Makes a folder and those above it. Each is durable once the folder that it is in was forced. */
    public void createDirectories(Path directory) throws IOException {
        change(() -> {
            enter(DiskOperation.CREATE_DIRECTORIES);
            Deque<Path> missing = new ArrayDeque<>();
            Path present = name(directory);
            for (; disk.names().find(present) == null; present = parent(present)) {
                missing.push(present);
            }
            folder(present);
            missing.forEach(folder -> disk.names().set(folder, DiskNames.FOLDER));
        });
    }

    /** Deletes a file, or an empty folder. Who has the file open keeps it. */
    public void delete(Path file) throws IOException {
        change(() -> {
            enter(DiskOperation.DELETE);
            Path name = name(file);
            Object what = found(name);
            if (!disk.names().in(name).isEmpty()) {
                throw new DirectoryNotEmptyException(file.toString());
            }
            disk.names().set(name, null);
            giveSpaceOf(what);
        });
    }

    /** Renames a file in one step, replacing what has the new name. */
    public void move(Path from, Path to) throws IOException {
        change(() -> {
            enter(DiskOperation.MOVE);
            if (!(found(name(from)) instanceof SimulatedFile)) {
                throw new UnsupportedOperationException("moving a folder is not simulated: " + from);
            }
            folder(parent(name(to)));
            Object replaced = disk.names().find(name(to));
            if (replaced == DiskNames.FOLDER) {
                throw new FileAlreadyExistsException(to.toString());
            }
            disk.names().move(name(from), name(to));
            giveSpaceOf(replaced);
        });
    }

    // ---- inside ----

    private FileChannel open(Path file, Set<? extends OpenOption> options, boolean direct) throws IOException {
        for (OpenOption option : options) {
            if (!(option instanceof StandardOpenOption standard) || !KNOWN_OPTIONS.contains(standard)) {
                throw new UnsupportedOperationException("option is not simulated: " + option);
            }
        }
        boolean writable = options.contains(StandardOpenOption.WRITE);
        boolean readable = options.contains(StandardOpenOption.READ) || !writable;
        return locked(() -> {
            DiskFaults faults = enter(DiskOperation.OPEN);
            SimulatedFile opened = writable ? foundOrMade(file, options) : foundFile(file);
            if (writable && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
                opened.truncate(0, faults);
            }
            return new SimulatedChannel(this, opened, readable, writable, direct);
        });
    }

    private SimulatedFile foundOrMade(Path file, Set<? extends OpenOption> options) throws IOException {
        Path name = name(file);
        boolean exists = disk.names().find(name) != null;
        boolean anew = options.contains(StandardOpenOption.CREATE_NEW);
        if (exists && anew) {
            throw new FileAlreadyExistsException(file.toString());
        }
        if (exists || !(anew || options.contains(StandardOpenOption.CREATE))) {
            return foundFile(file);
        }
        folder(parent(name));
        SimulatedFile made = new SimulatedFile();
        disk.names().set(name, made);
        return made;
    }

    private SimulatedFile foundFile(Path file) throws IOException {
        if (found(name(file)) instanceof SimulatedFile found) {
            return found;
        }
        throw new IOException(file + ": Is a directory");
    }

    private Object found(Path name) throws NoSuchFileException {
        Object what = disk.names().find(name);
        if (what == null) {
            throw new NoSuchFileException(name.toString());
        }
        return what;
    }

    private Path folder(Path directory) throws IOException {
        Path name = name(directory);
        if (found(name) != DiskNames.FOLDER) {
            throw new IOException(directory + ": Not a directory");
        }
        return name;
    }

    private void giveSpaceOf(@Nullable Object what) {
        if (what instanceof SimulatedFile file) {
            disk.faults().giveSpace(file.allocatedBytes());
        }
    }

    private static Path parent(Path name) throws NoSuchFileException {
        Path parent = name.getParent();
        if (parent == null) {
            throw new NoSuchFileException(name + " (not on this disk)");
        }
        return parent;
    }

    static Path name(Path file) {
        return file.toAbsolutePath().normalize();
    }

    DiskFaults enter(DiskOperation operation) throws IOException {
        checkAlive();
        disk.faults().enter(operation);
        disk.sometimesWriteBack();
        return disk.faults();
    }

    void checkAlive() throws IOException {
        if (!disk.lives(life)) {
            throw new IOException("this process crashed: its files are gone");
        }
    }

    void forceInVain(SimulatedFile file) {
        if (disk.lives(life)) {
            disk.forceInVain(file);
        }
    }

    void unlessDead(Runnable action) {
        synchronized (disk) {
            if (disk.lives(life)) {
                action.run();
            }
        }
    }

    <T> T locked(Finding<T> finding) throws IOException {
        synchronized (disk) {
            return finding.run();
        }
    }

    private void change(Action action) throws IOException {
        synchronized (disk) {
            action.run();
        }
    }

    /** By identity: buffers are equal when their bytes are. */
    static Map<ByteBuffer, Mapping> mappings() {
        return new IdentityHashMap<>();
    }
}
