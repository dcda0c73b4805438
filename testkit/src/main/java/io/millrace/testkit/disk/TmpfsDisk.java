package io.millrace.testkit.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A tmpfs of a chosen size: it can be full, where there are no loop devices for a {@link LoopDisk}. It has no power
 * to lose.
 *
 * <p><b>Units.</b> Bytes. <b>Ownership.</b> {@link #close} unmounts; a second close does nothing. <b>Errors.</b>
 * {@link IllegalStateException} with the output of mount.
 */
public final class TmpfsDisk implements AutoCloseable {

    private final Mount mount;

    private TmpfsDisk(Mount mount) {
        this.mount = mount;
    }

    /** Why there can be none here; empty if there can. Tried by making one. */
    public static String unavailable() {
        String known = Mount.whyNot("mount", "umount");
        if (!known.isEmpty()) {
            return known;
        }
        try {
            Path folder = Files.createTempDirectory("tmpfs-disk");
            try (TmpfsDisk disk = create(folder, 1 << 20)) {
                return Files.isDirectory(disk.root()) ? "" : "mounted, but not there";
            } catch (IllegalStateException e) {
                return "cannot be mounted: " + e.getMessage();
            } finally {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Mounts one of so many bytes in a new folder under this one. */
    public static TmpfsDisk create(Path folder, long bytes) throws IOException {
        Path root = Files.createTempDirectory(folder, "tmpfs");
        boolean made = false;
        try {
            TmpfsDisk disk = new TmpfsDisk(new Mount(root, "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs"));
            made = true;
            return disk;
        } finally {
            if (!made) {
                Files.delete(root);
            }
        }
    }

    /** The folder where it is mounted. */
    public Path root() {
        return mount.folder();
    }

    @Override
    public void close() {
        mount.close();
        try {
            Files.deleteIfExists(root());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
