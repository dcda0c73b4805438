package io.millrace.tiered.read;

import io.millrace.tiered.disk.DiskFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of one stream, closed when neither the stream nor a read of its uses it any more: to close a channel that is being read would wait for the disk.
 *
 * <p><b>Ownership.</b> Made with one owner; counted as a {@link Chunk} is. <b>Threads.</b> Safe.
 */
final class SharedFile {

    private static final Logger LOGGER = LoggerFactory.getLogger(SharedFile.class);

    private final DiskFile file;
    private final AtomicInteger owners = new AtomicInteger(1);

    /** Takes the file. */
    SharedFile(DiskFile file) {
        this.file = file;
    }

    DiskFile file() {
        return file;
    }

    SharedFile retain() {
        owners.incrementAndGet();
        return this;
    }

    void release() {
        if (owners.decrementAndGet() == 0) {
            try {
                file.close();
            } catch (IOException e) {
                LOGGER.debug("closing a file that was read failed: file={}", file.path(), e);
            }
        }
    }
}
