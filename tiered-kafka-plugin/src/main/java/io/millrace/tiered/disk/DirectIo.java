package io.millrace.tiered.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens files of one disk past the page cache, or through it where the file system refuses, with one warning.
 *
 * <p><b>Threads.</b> Safe.
 */
public final class DirectIo {

    private static final Logger LOGGER = LoggerFactory.getLogger(DirectIo.class);

    private final ColdFiles files;
    private final AtomicBoolean refused = new AtomicBoolean();

    /** For the files of one disk. */
    public DirectIo(ColdFiles files) {
        this.files = files;
    }

    /** Opens a file. The caller closes. */
    public DiskFile open(Path file, Set<? extends OpenOption> options) throws IOException {
        if (!refused.get()) {
            try {
                return new DiskFile(file, files.openDirect(file, options));
            } catch (UnsupportedOperationException | FileSystemException e) {
                if (!isRefusal(e)) {
                    throw e;
                }
                if (refused.compareAndSet(false, true)) {
                    LOGGER.warn(
                            "file system refuses direct I/O, old data passes through the page cache: file={} reason={}",
                            file,
                            e.toString());
                }
            }
        }
        FileChannel buffered = files.open(file, options);
        return new DiskFile(file, buffered);
    }

    /** Whether this file system is being used past the page cache, as far as is known. */
    public boolean isDirect() {
        return !refused.get();
    }

    /** The system answers EINVAL where it knows the flag and the file system does not. */
    private static boolean isRefusal(Exception e) {
        if (e instanceof FileSystemException failure) {
            String reason = failure.getReason();
            return reason != null && reason.contains("Invalid argument");
        }
        return true;
    }
}
