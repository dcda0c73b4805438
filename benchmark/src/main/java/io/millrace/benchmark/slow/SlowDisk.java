package io.millrace.benchmark.slow;

import io.millrace.benchmark.trial.ScratchDirectory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A slow disk in parts, and the group of processes that it is slow for, which also has little memory.
 *
 * <p><b>Shape.</b> The parts share the disk's limits and are told apart in its counts. The limits hold for who has {@linkplain #joinFiles joined the group}; on a kernel with control groups of
 * version 1 for every process of the root group. <b>Ownership.</b> {@link #close} kills what is in the group and takes all down; so does the end of this process, and after a {@code
 * kill -9} the next one's beginning. A second close does nothing. Several runs side by side do not meet. <b>Threads.</b> One at a time. <b>Errors.</b> {@link SlowDiskException} that
 * says what is missing; nothing is left behind.
 */
public final class SlowDisk implements AutoCloseable {
    static final String PREFIX = "bench-slow-";
    static final String IMAGE = "disk.img";
    static final String LOCK = "lock";

    /** Disks of this process: to look at the lock of one would let go of it. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final Deque<Step> undo = new ArrayDeque<>();
    private final Map<String, DiskPart> parts = new LinkedHashMap<>();
    private final Thread hook = new Thread(this::takeDownQuietly, "take down slow disk");
    private List<Path> joinFiles = List.of();

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private SlowDisk(Path folder) {
        this.folder = folder;
        OWN.add(folder);
        undo.push(() -> {
            ScratchDirectory.remove(folder);
            OWN.remove(folder);
        });
    }

    /** What keeps this machine from having one; empty where it can be tried. */
    public static String unavailable() {
        if (!Files.isDirectory(LoopDevice.SYS_BLOCK)) {
            return "this is not Linux";
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return "a loop device, a mount and limits need root";
        }
        for (String program : List.of("losetup", "addpart", "mkfs.ext4", "mount", "umount")) {
            if (!SystemCommand.isInstalled(program)) {
                return "no program " + program + " (Debian: apt-get install mount util-linux e2fsprogs)";
            }
        }
        return "";
    }

    /**
     * Makes one, after those that killed runs have left were taken down.
     *
     * @param below where its image goes, which takes no more room than is written
     * @param partBytes bytes of each part by its name
     * @param memoryBytes of the group, page cache included
     * @param watcher is told what was found and done
     * @throws SlowDiskException where this machine has none
     */
    public static SlowDisk create(
            Path below, Map<String, Long> partBytes, DiskLimits limits, long memoryBytes, Consumer<String> watcher)
            throws IOException {
        String why = unavailable();
        if (!why.isEmpty()) {
            throw new SlowDiskException(why);
        }
        new AbandonedDisks(ControlGroup.ROOT, watcher).takeDown();
        Files.createDirectories(below);
        SlowDisk disk = new SlowDisk(Files.createTempDirectory(below, PREFIX).toRealPath());
        Runtime.getRuntime().addShutdownHook(disk.hook);
        try {
            disk.build(partBytes, limits, memoryBytes);
            LimitProbe.check(disk, limits);
            return disk;
        } catch (IOException e) {
            disk.close();
            throw new SlowDiskException(e);
        }
    }

    private void build(Map<String, Long> partBytes, DiskLimits limits, long memoryBytes) throws IOException {
        FileChannel lock =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        push(lock::close);
        lock.lock();
        Path image = folder.resolve(IMAGE);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(LoopDevice.imageBytes(partBytes.values()));
        }
        LoopDevice device = LoopDevice.attach(image);
        push(() -> LoopDevice.detach(device.name()));
        for (Map.Entry<String, Long> part : partBytes.entrySet()) {
            parts.put(part.getKey(), device.add(part.getValue(), folder.resolve(part.getKey())));
        }
        ControlGroup group =
                ControlGroup.create(ControlGroup.ROOT, groupOf(folder), memoryBytes, device.numbers(), limits);
        push(group::remove);
        joinFiles = group.joinFiles();
    }

    private synchronized void push(Step step) {
        undo.push(step);
    }

    static boolean isOwn(Path folder) {
        return OWN.contains(folder);
    }

    static String groupOf(Path folder) {
        return "millrace-" + folder.getFileName();
    }

    /** A part by its name. */
    public DiskPart part(String name) {
        DiskPart part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException("part: " + name + " (expected: one of " + parts.keySet() + ")");
        }
        return part;
    }

    DiskPart anyPart() {
        return parts.values().iterator().next();
    }

    /** What the kernel reads ahead for buffered readers, KiB: a device's own default, and not that of every disk. */
    public int readAheadKib() throws IOException {
        Path device = anyPart().stat().resolve("../../queue/read_ahead_kb").normalize();
        return Integer.parseInt(Files.readString(device).strip());
    }

    /** Files that a process writes its id to before it begins its work. */
    public List<Path> joinFiles() {
        return joinFiles;
    }

    /** The last that was made first; a step that fails hinders no other, and the first failure is told. */
    private synchronized void takeDown() throws IOException {
        IOException first = null;
        while (!undo.isEmpty()) {
            try {
                undo.pop().run();
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private void takeDownQuietly() {
        try {
            takeDown();
        } catch (IOException e) {
            System.err.println("slow disk not taken down: " + folder + " (" + e.getMessage() + ")");
        }
    }

    @Override
    public void close() {
        takeDownQuietly();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The virtual machine is on its way down and the hook is running already.
            assert undo.isEmpty();
        }
    }
}
