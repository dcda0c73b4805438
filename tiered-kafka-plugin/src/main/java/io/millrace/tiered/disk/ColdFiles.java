package io.millrace.tiered.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * How files are reached: a seam, so that tests own the disks.
 *
 * <p><b>Threads.</b> Safe. <b>Durability.</b> As POSIX has it: bytes by {@link FileChannel#force}, names by {@link #forceDirectory}. <b>Errors.</b> Those of {@code java.nio.file}.
 */
public interface ColdFiles {

    /** Opens a file through the page cache. The caller closes. */
    FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException;

    /** Opens a file past the page cache: buffer, position and length are then multiples of {@link AlignedBuffers#ALIGNMENT}. The caller closes. */
    FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException;

    /** Makes durable what was created, moved and deleted in a folder. */
    void forceDirectory(Path directory) throws IOException;

    /** What a folder holds, by name. */
    List<Path> list(Path directory) throws IOException;

    /** Whether there is a file or folder of this name. */
    boolean exists(Path file);

    /** Whether this is a folder. */
    boolean isDirectory(Path file);

    /** Makes a folder and those above it. */
    void createDirectories(Path directory) throws IOException;

    /** Deletes a file, or an empty folder. */
    void delete(Path file) throws IOException;

    /** Renames in one step, replacing what has the new name. */
    void move(Path from, Path to) throws IOException;

    /** Bytes that may be written yet to the disk of this folder. */
    long usableBytes(Path directory) throws IOException;

    /** The machine's. */
    static ColdFiles local() {
        return LocalFiles.INSTANCE;
    }
}
