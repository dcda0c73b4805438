package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;

import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.queue.run.RunDamage.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run opened however damaged it is, as long as one descriptor and one copy of its index are sound; says what is wrong with the others. <b>Ownership.</b> Owns file and index.
 */
final class RunInspection implements AutoCloseable {
    private final RunFile file;
    private final RunFooter footer;
    private final Page page;
    private final RunIndex index;
    private final List<RunDamage> damages;

    private RunInspection(RunFile file, RunFooter footer, Page page, List<RunDamage> damages) {
        this.file = file;
        this.footer = footer;
        this.page = page;
        this.damages = damages;
        index = new RunIndex(page, footer);
    }

    /** @throws QueueException CORRUPT if nothing can be known of the run; its message says why */
    static RunInspection open(Path path, RunStorage storage) {
        RunFile file = RunFile.open(storage.files(), path);
        boolean opened = false;
        try {
            List<RunDamage> damages = new ArrayList<>();
            RunLoader loader = new RunLoader(file, storage);
            RunFooter footer = footer(file, loader, damages);
            Page page = index(file, loader, footer, storage, damages);
            opened = true;
            return new RunInspection(file, footer, page, damages);
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    private static RunFooter footer(RunFile file, RunLoader loader, List<RunDamage> damages) {
        long size = file.size();
        RunFooter first = loader.soundFooterAt(0);
        RunFooter last = size < 2 * BLOCK_BYTES ? null : loader.soundFooterAt(size - BLOCK_BYTES);
        RunFooter footer = last == null || last.fileBytes() != size ? first : last;
        if (footer == null) {
            throw new QueueException(
                    Reason.CORRUPT,
                    "both pages that describe a run are damaged: bytes=" + size + ", file=" + file.path()
                            + "; restore the file");
        }
        if (footer.fileBytes() != size) {
            damages.add(new RunDamage(
                    Part.SIZE,
                    Math.min(size, footer.fileBytes()),
                    Math.abs(size - footer.fileBytes()),
                    size < footer.fileBytes() ? "file is cut" : "file is longer than it was written"));
        }
        if (!footer.equals(first)) {
            damages.add(new RunDamage(Part.DESCRIPTOR, 0, BLOCK_BYTES, "first page does not describe the run"));
        }
        if (footer.fileBytes() != size || !footer.equals(last)) {
            damages.add(new RunDamage(
                    Part.DESCRIPTOR,
                    footer.fileBytes() - BLOCK_BYTES,
                    BLOCK_BYTES,
                    "last page does not describe the run"));
        }
        return footer;
    }

    private static Page index(
            RunFile file, RunLoader loader, RunFooter footer, RunStorage storage, List<RunDamage> damages) {
        Page page = storage.arena().acquire(footer.indexBytes(), storage.patience());
        boolean given = false;
        try {
            boolean second = loader.isWhole(page, footer, 1);
            boolean first = loader.isWhole(page, footer, 0);
            addIndex(damages, footer, 0, first);
            addIndex(damages, footer, 1, second);
            if (!first && (!second || !loader.isWhole(page, footer, 1))) {
                throw new QueueException(
                        Reason.CORRUPT,
                        "both copies of a run's index are damaged: file=" + file.path() + "; restore the file");
            }
            RunIndexCheck.check(page.buffer(), footer, file.path());
            given = true;
            return page;
        } finally {
            if (!given) {
                page.release();
            }
        }
    }

    private static void addIndex(List<RunDamage> damages, RunFooter footer, int copy, boolean sound) {
        if (!sound) {
            damages.add(new RunDamage(
                    Part.INDEX,
                    RunDescriptor.indexPosition(footer.dataBytes(), footer.indexBytes(), copy),
                    footer.indexBytes(),
                    "copy " + (copy + 1) + " of the index does not have its checksum"));
        }
    }

    RunFile file() {
        return file;
    }

    RunFooter footer() {
        return footer;
    }

    RunIndex index() {
        return index;
    }

    /** The sound index. */
    Page page() {
        return page;
    }

    /** What is wrong besides blocks. */
    List<RunDamage> damages() {
        return damages;
    }

    @Override
    public void close() {
        index.close();
        file.close();
    }
}
