package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;

import io.millrace.buffer.Crc32c;
import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a run says of itself, from whichever copy is sound. <b>Threads.</b> One. */
final class RunLoader {
    private static final Logger LOG = LoggerFactory.getLogger(RunLoader.class);

    /** One read; the index of a large run is not asked for at once. */
    private static final int READ_BYTES = 1 << 20;

    private final RunFile file;
    private final RunStorage storage;

    RunLoader(RunFile file, RunStorage storage) {
        this.file = file;
        this.storage = storage;
    }

    /** @throws QueueException CORRUPT if neither copy is sound, or the file is not as long as they say */
    RunFooter footer() {
        long size = file.size();
        if (size < 2 * BLOCK_BYTES) {
            throw new QueueException(
                    Reason.CORRUPT,
                    "run is cut: bytes=" + size + " (expected: >= " + 2 * BLOCK_BYTES + "), file=" + file.path());
        }
        RunFooter footer = anyFooter(size);
        if (footer.fileBytes() != size) {
            throw new QueueException(
                    Reason.CORRUPT,
                    "run is cut or longer than written: bytes=" + size + " (expected: " + footer.fileBytes()
                            + "), file=" + file.path() + "; restore the file");
        }
        return footer;
    }

    private RunFooter anyFooter(long size) {
        try {
            return footerAt(size - BLOCK_BYTES);
        } catch (QueueException last) {
            if (last.reason() != Reason.CORRUPT) {
                throw last;
            }
            try {
                RunFooter first = footerAt(0);
                if (first.fileBytes() == size) {
                    LOG.warn("last page of a run is damaged, its first is used file={}", file.path());
                }
                return first;
            } catch (QueueException e) {
                e.addSuppressed(last);
                throw e;
            }
        }
    }

    /** Reads one of the two pages. */
    RunFooter footerAt(long position) {
        Page page = storage.arena().acquire(BLOCK_BYTES, storage.patience());
        try {
            file.read(page.buffer().duplicate(), position);
            return RunFooter.decode(page.buffer(), 0, file.path());
        } finally {
            page.release();
        }
    }

    /** Gives the index. @throws QueueException CORRUPT if both copies are damaged */
    Page index(RunFooter footer) {
        Page page = storage.arena().acquire(footer.indexBytes(), storage.patience());
        boolean sound = false;
        try {
            if (!isSound(page, footer, 0)) {
                LOG.warn("index of a run is damaged, its second copy is used file={}", file.path());
                if (!isSound(page, footer, 1)) {
                    throw new QueueException(
                            Reason.CORRUPT,
                            "both copies of a run's index are damaged: position="
                                    + RunDescriptor.indexPosition(footer.dataBytes(), footer.indexBytes(), 0)
                                    + ", file=" + file.path() + "; restore the file");
                }
            }
            RunIndexCheck.check(page.buffer(), footer, file.path());
            sound = true;
            return page;
        } finally {
            if (!sound) {
                page.release();
            }
        }
    }

    /** Reads a copy of the index and says whether its checksum is right. */
    boolean isSound(Page into, RunFooter footer, int copy) {
        long position = RunDescriptor.indexPosition(footer.dataBytes(), footer.indexBytes(), copy);
        ByteBuffer view = into.buffer().duplicate();
        for (int at = 0; at < footer.indexBytes(); at += READ_BYTES) {
            view.limit(Math.min(footer.indexBytes(), at + READ_BYTES)).position(at);
            file.read(view, position + at);
        }
        return Crc32c.update(0, into.buffer(), 0, footer.indexBytes()) == footer.indexCrc();
    }

    /** The same where the file may be cut or unreadable. */
    boolean isWhole(Page into, RunFooter footer, int copy) {
        try {
            return isSound(into, footer, copy);
        } catch (QueueException e) {
            if (e.reason() == Reason.CORRUPT || e.reason() == Reason.IO) {
                return false;
            }
            throw e;
        }
    }

    /** One of the two pages, or null if it is damaged. */
    @Nullable
    RunFooter soundFooterAt(long position) {
        try {
            return footerAt(position);
        } catch (QueueException e) {
            if (e.reason() == Reason.CORRUPT || e.reason() == Reason.IO) {
                return null;
            }
            throw e;
        }
    }
}
