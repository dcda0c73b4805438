package io.millrace.benchmark.slow;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The kernel's group for the one process whose memory, page cache included, and whose disk are limited. */
interface ControlGroup {
    Path ROOT = Path.of("/sys/fs/cgroup");

    /** How long the kernel may take for the end of killed processes. */
    long END_SECONDS = 10;

    long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * Makes a group, of whichever version of the kernel's interface is below {@code root}.
     *
     * @param memoryBytes of its processes and of the page cache that they fill
     * @param device {@code major:minor} of a whole disk
     * @throws IOException that says what is missing
     */
    static ControlGroup create(Path root, String name, long memoryBytes, String device, DiskLimits limits)
            throws IOException {
        ControlGroup group = find(root, name, device);
        try {
            group.limit(memoryBytes, limits);
            return group;
        } catch (IOException e) {
            try {
                group.remove();
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    /** The group of that name, whether it exists or not. */
    static ControlGroup find(Path root, String name, String device) throws IOException {
        if (Files.isWritable(root.resolve("blkio/blkio.throttle.read_bps_device"))
                && Files.isDirectory(root.resolve("memory"))) {
            return new ControlGroupV1(root, name, device);
        }
        Path controllers = root.resolve("cgroup.controllers");
        if (Files.isReadable(controllers)
                && List.of(Files.readString(controllers).strip().split(" ", -1)).containsAll(List.of("io", "memory"))) {
            return new ControlGroupV2(root, name, device);
        }
        throw new IOException("no control groups of memory and of block devices below " + root
                + " that this user may change (expected: root, and version 1 with throttling or version 2)");
    }

    /** Makes the group and sets its limits. */
    void limit(long memoryBytes, DiskLimits limits) throws IOException;

    /** Files that a process writes its id to before it begins its work. */
    List<Path> joinFiles();

    /** Kills what is still in it, lifts the limits and removes it; what is not there is no mistake. */
    void remove() throws IOException;

    /** Writes one value to a file of the kernel, which makes none of its own. */
    static void set(Path file, String value) throws IOException {
        try {
            Files.writeString(file, value, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException("cannot set " + file + " to " + value + ": " + e.getMessage(), e);
        }
    }

    /** Kills what is in a group, and what still enters it, until the group can be removed. */
    static void empty(Path group) throws IOException {
        Path members = group.resolve("cgroup.procs");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        while (Files.exists(group)) {
            List<String> left = Files.readAllLines(members);
            left.forEach(pid -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly));
            if (left.isEmpty() && isDeleted(group, deadline)) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("processes do not end: " + left + ", group " + group);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** A process that ends is not listed any more, and keeps the group busy for a little while; one that is about to join is not listed yet. */
    private static boolean isDeleted(Path group, long deadline) throws IOException {
        try {
            Files.deleteIfExists(group);
            return true;
        } catch (FileSystemException e) {
            if (System.nanoTime() > deadline) {
                throw e;
            }
            return false;
        }
    }
}
