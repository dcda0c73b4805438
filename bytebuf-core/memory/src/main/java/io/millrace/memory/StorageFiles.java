package io.millrace.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The seam through which everything that stores opens files, so that a disk that fails, forgets or loses power can
 * stand in.
 *
 * <p><b>Shape.</b> JDK types only. <b>Units.</b> Bytes. <b>Ownership.</b> Channels are the caller's to close,
 * mappings the caller's to {@link #unmap}.
 *
 * <p><b>Threads.</b> Safe, as file channels are.
 *
 * <p><b>Durability.</b> What was written to a channel or into a mapping is in the operating system when the write
 * returns: it survives the process, not the machine. {@link FileChannel#force} makes a file's bytes durable, those
 * written through its mappings included. That a file exists under a name, or no longer does, is durable after {@link
 * #forceDirectory} of its folder.
 *
 * <p><b>Errors.</b> {@link IOException} from the file system, as {@link java.nio.file.Files} throws them
 * ({@link java.nio.file.NoSuchFileException}, {@link java.nio.file.FileAlreadyExistsException}). After a failed
 * {@code force} nothing is known about what was written since the last good one, and a second {@code force} that
 * succeeds proves nothing.
 */
public interface StorageFiles {

    /** Opens a file with the options of {@link FileChannel#open}. */
    FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException;

    /**
     * Opens a file past the page cache ({@code O_DIRECT}) where the file system can; where it cannot, as {@link
     * #open} does. Addresses of buffers, positions and lengths are then multiples of 4096, whichever of the two it was.
     */
    FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException;

    /**
     * Maps bytes of a file that are there already: shared, readable and writable, little endian, position 0, limit
     * {@code length}. A mapping never extends its file, because a hole in it would be a fault, not an exception, on
     * the day that the disk is full.
     *
     * @param file open for reading and writing; may be closed afterwards
     * @param position multiple of 4096
     * @throws IOException if the file ends before the range does, or the system refuses
     */
    ByteBuffer map(FileChannel file, long position, int length) throws IOException;

    /**
     * Ends a mapping at once. Nobody may touch the buffer, or a view of it, afterwards.
     *
     * @param mapped the very buffer that {@link #map} gave
     * @throws IllegalArgumentException if it is no mapping of this, or was unmapped before
     */
    void unmap(ByteBuffer mapped);

    /** Makes the names in a folder durable: files and folders created, moved and deleted in it. */
    void forceDirectory(Path directory) throws IOException;

    /** What a folder holds, sorted by name. */
    List<Path> list(Path directory) throws IOException;

    /** Whether there is a file or folder of this name. */
    boolean exists(Path file);

    /** Makes a folder and those above it; does nothing if it is there. */
    void createDirectories(Path directory) throws IOException;

    /** Deletes a file, or an empty folder. */
    void delete(Path file) throws IOException;

    /** Renames in one step, replacing what has the new name. */
    void move(Path from, Path to) throws IOException;

    /** The file systems of this machine. */
    static StorageFiles local() {
        return LocalFiles.INSTANCE;
    }
}
