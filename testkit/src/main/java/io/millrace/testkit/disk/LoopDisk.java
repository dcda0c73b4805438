package io.millrace.testkit.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A real ext4 file system of a chosen size in an image file, mounted through a loop device: it can be full, and it
 * can lose power.
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
 * which this makes through perl, as Java has no ioctl. <b>Units.</b> Bytes. <b>Ownership.</b> {@link #close} unmounts
 * and deletes the image; a second close does nothing. <b>Threads.</b> One at a time.
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

    private final Path image;
    private final Mount mount;

    private LoopDisk(Path image, Mount mount) {
        this.image = image;
        this.mount = mount;
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
        String known = Mount.whyNot("mount", "umount", "mkfs.ext4", "perl");
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

    @Override
    public void close() {
        mount.close();
        try {
            Files.deleteIfExists(root());
            Files.deleteIfExists(image);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
