package io.millrace.testkit.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A real ext4 file system of a chosen size in an image file, mounted through a loop device: it can be full, lose
 * power, be slow, and refuse to be written to.
 *
 * <pre>{@code
 * if (!LoopDisk.unavailable().isEmpty()) { … say so, and use a TmpfsDisk or a SimulatedDisk … }
 * try (LoopDisk disk = LoopDisk.create(folder, 32 << 20)) {
 *     … a child process writes under disk.root() …
 *     disk.cutPower();      // nothing reaches the image any more; the writer sees Input/output error
 *     child.kill();
 *     disk.restart();       // the journal is replayed; what was not forced is gone
 * }
 * }</pre>
 *
 * <p>A power cut is the file system's own shutdown call ({@code EXT4_IOC_SHUTDOWN} without a flush of the journal),
 * which this makes through perl, as Java has no ioctl. <b>Units.</b> Bytes. <b>Ownership.</b> {@link #close} lifts its
 * limit, unmounts and deletes the image; a second close does nothing. <b>Threads.</b> One at a time.
 * <b>Errors.</b> {@link IllegalStateException} with the output of the program that failed; a restart fails while
 * files are open or mapped.
 */
public final class LoopDisk implements AutoCloseable {

    /** {@code _IOR('X', 125, __u32)}, and the flag that says: neither data nor journal. */
    private static final String SHUTDOWN =
            """
            open(my $folder, '<', $ARGV[0]) or die "open: $!";
            my $flag = pack('L', 2);
            defined(ioctl($folder, 0x8004587D, $flag)) or die "shutdown: $!";
            """;

    /** Smaller ones have no room for a journal, without which nothing is to be learnt from a power cut. */
    private static final long BYTES_MIN = 16L << 20;

    private static final Object ONCE = new Object();
    private static String reason = "";
    private static boolean tried;

    /** The root's control group of block devices, in version 1 of the kernel's interface. */
    private static final Path THROTTLES = Path.of("/sys/fs/cgroup/blkio");

    private static final List<String> WAYS = List.of("read", "write");

    private final Path image;
    private final Mount mount;
    private final String device;
    private final Thread liftAtExit = new Thread(this::lift);
    private boolean isLimited;

    private LoopDisk(Path image, Mount mount) throws IOException {
        this.image = image;
        this.mount = mount;
        this.device = device(mount.folder());
    }

    /** {@code major:minor}, as control groups name a device. */
    private static String device(Path folder) throws IOException {
        long number = (Long) Files.getAttribute(folder, "unix:dev");
        long minor = (number & 0xff) | ((number >>> 12) & 0xfff00);
        return ((number >>> 8) & 0xfff) + ":" + minor;
    }

    /** Why there can be none here; empty if there can. Tried once, by making one. */
    public static String unavailable() {
        synchronized (ONCE) {
            if (!tried) {
                reason = tryOnce();
                tried = true;
            }
            return reason;
        }
    }

    private static String tryOnce() {
        String known = Mount.whyNot("mount", "umount", "mkfs.ext4", "chattr", "perl");
        if (!known.isEmpty()) {
            return known;
        }
        try {
            Path folder = Files.createTempDirectory("loop-disk");
            try (LoopDisk disk = create(folder, BYTES_MIN)) {
                disk.cutPower();
                disk.restart();
                return "";
            } catch (IllegalStateException e) {
                return "cannot be mounted: " + e.getMessage();
            } finally {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes an image of so many bytes in a folder, formats and mounts it.
     *
     * @throws IllegalArgumentException if it is smaller than 16 MiB
     */
    public static LoopDisk create(Path folder, long bytes) throws IOException {
        if (bytes < BYTES_MIN) {
            throw new IllegalArgumentException("bytes: " + bytes + " (expected: >= " + BYTES_MIN + ")");
        }
        Path image = Files.createTempFile(folder, "disk", ".ext4");
        Path root = Files.createTempDirectory(folder, "disk");
        boolean made = false;
        try {
            try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
                file.setLength(bytes);
            }
            // No blocks kept for root, who would see the disk full later than others.
            Mount.run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
            LoopDisk disk = new LoopDisk(image, new Mount(root, "-o", "loop", image.toString()));
            if (whyNoLimit().isEmpty()) {
                // A process that was killed may have left its limit on a device of this number.
                disk.throttle(0);
            }
            made = true;
            return disk;
        } finally {
            if (!made) {
                Files.delete(root);
                Files.delete(image);
            }
        }
    }

    /** The folder where it is mounted; it holds {@code lost+found}. */
    public Path root() {
        return mount.folder();
    }

    /** From now on nothing reaches the image, and every operation fails. */
    public void cutPower() {
        Mount.run("perl", "-e", SHUTDOWN, root().toString());
    }

    /** Unmounts and mounts, which replays the journal. */
    public void restart() {
        mount.unmount();
        mount.mount();
    }

    /** Why no disk can be made slow here, if there can be one; empty if it can. */
    public static String whyNoLimit() {
        for (String way : WAYS) {
            if (!Files.isWritable(throttle(way))) {
                return "no control group of block devices, version 1, with throttling: " + throttle(way);
            }
        }
        return "";
    }

    /**
     * From now on it does at most so many operations a second, reads and writes each for themselves; 0 lifts the limit.
     * It holds for whoever is in the root's control group of block devices, which are all where nobody made others, and
     * for what the kernel writes back.
     *
     * @throws IllegalStateException where {@link #whyNoLimit} says why
     */
    public void limit(int operationsPerSecond) {
        String why = whyNoLimit();
        if (!why.isEmpty()) {
            throw new IllegalStateException(why);
        }
        if (!isLimited) {
            Runtime.getRuntime().addShutdownHook(liftAtExit);
            isLimited = true;
        }
        throttle(operationsPerSecond);
    }

    private void throttle(int operationsPerSecond) {
        try {
            for (String way : WAYS) {
                Files.writeString(throttle(way), device + " " + operationsPerSecond, StandardOpenOption.WRITE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot limit " + device + " to " + operationsPerSecond + "/s", e);
        }
    }

    private static Path throttle(String way) {
        return THROTTLES.resolve("blkio.throttle." + way + "_iops_device");
    }

    /** The number of the device will be another's. */
    private void lift() {
        throttle(0);
    }

    /** From now on nothing below this folder can be made, changed or deleted; what is open goes on, and reads do. */
    public void refuse(Path folder) {
        Mount.run("chattr", "-R", "+i", folder.toString());
    }

    /** Ends {@link #refuse}. */
    public void accept(Path folder) {
        Mount.run("chattr", "-R", "-i", folder.toString());
    }

    @Override
    public void close() {
        if (isLimited) {
            isLimited = false;
            Runtime.getRuntime().removeShutdownHook(liftAtExit);
            lift();
        }
        mount.close();
        try {
            Files.deleteIfExists(root());
            Files.deleteIfExists(image);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
