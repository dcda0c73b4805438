package io.millrace.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The machine's own files, whose operations fail as planned: the methods of the seam through which ours open files,
 * for a test to adapt.
 *
 * <p>Where a {@link SimulatedDisk} forgets and reorders, this shows that the real thing behaves the same up to the
 * fault. A planned failure leaves the file as it was; a failed force is not passed on. <b>Ownership.</b> Mappings are
 * the mapper's to end. <b>Threads.</b> Safe, as channels are.
 */
public final class FaultyFiles {

    private final DiskFaults faults = new DiskFaults();
    private final Opener direct;
    private final Mapper mapper;

    private FaultyFiles(Opener direct, Mapper mapper) {
        this.direct = direct;
        this.mapper = mapper;
    }

    /** Opens a file past the page cache. */
    @FunctionalInterface
    public interface Opener {

        /** As the seam does. */
        FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException;
    }

    /** Maps bytes of a file of the JDK's. */
    @FunctionalInterface
    public interface Mapper {

        /** As the seam does. */
        ByteBuffer map(FileChannel file, long position, int length) throws IOException;
    }

    /**
     * Files without planned faults yet.
     *
     * @param direct called when none of the faults says otherwise, as is
     * @param mapper given the real channel
     */
    public static FaultyFiles create(Opener direct, Mapper mapper) {
        return new FaultyFiles(direct, mapper);
    }

    /** What goes wrong, and when. Space is counted by the sizes of files. */
    public DiskFaults faults() {
        return faults;
    }

    /** Opens a file. */
    public FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        faults.enter(DiskOperation.OPEN);
        return new FaultyChannel(FileChannel.open(file, options), faults);
    }

    /** Opens a file past the page cache. */
    public FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException {
        faults.enter(DiskOperation.OPEN);
        return new FaultyChannel(direct.open(file, options), faults);
    }

    /** Maps bytes of a file that was opened here. */
    public ByteBuffer map(FileChannel channel, long position, int length) throws IOException {
        if (!(channel instanceof FaultyChannel faulty)) {
            throw new IllegalArgumentException("not opened here: " + channel);
        }
        faults.enter(DiskOperation.MAP);
        return mapper.map(faulty.real(), position, length);
    }

    /** Makes durable what was created, moved and deleted in a folder. */
    public void forceDirectory(Path directory) throws IOException {
        faults.enter(DiskOperation.FORCE_DIRECTORY);
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** What a folder holds, by name. */
    public List<Path> list(Path directory) throws IOException {
        faults.enter(DiskOperation.LIST);
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /** Whether there is a file or folder of this name. */
    public boolean exists(Path file) {
        return Files.exists(file);
    }

    /** Makes a folder and those above it. */
    public void createDirectories(Path directory) throws IOException {
        faults.enter(DiskOperation.CREATE_DIRECTORIES);
        Files.createDirectories(directory);
    }

    /** Deletes a file, or an empty folder. */
    public void delete(Path file) throws IOException {
        faults.enter(DiskOperation.DELETE);
        long size = Files.size(file);
        Files.delete(file);
        faults.giveSpace(size);
    }

    /** Renames in one step, replacing what has the new name. */
    public void move(Path from, Path to) throws IOException {
        faults.enter(DiskOperation.MOVE);
        long replaced = Files.exists(to) ? Files.size(to) : 0;
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        faults.giveSpace(replaced);
    }
}
