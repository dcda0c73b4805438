package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;
import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;

import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.queue.run.RunDamage.Part;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** The blocks of a run that may be damaged: finds the bad ones, then gives access to the others. <b>Threads.</b> One. */
final class RunBlocks implements AutoCloseable {
    private final RunInspection run;
    private final Page page;
    private final ByteBuffer view;
    private final BitSet bad = new BitSet();
    private long startByte;
    private long endByte;

    RunBlocks(RunInspection run, RunStorage storage) {
        this.run = run;
        page = storage.arena().acquire(storage.writeBytes(), storage.patience());
        view = page.buffer().duplicate();
    }

    /** Reads all of them. */
    void check(Consumer<RunDamage> damages, LongConsumer progress) {
        long blocks = run.footer().blocks();
        while (endByte >>> BLOCK_SHIFT < blocks) {
            load(endByte);
            for (long block = startByte >>> BLOCK_SHIFT; block < endByte >>> BLOCK_SHIFT; block++) {
                int at = (int) ((block << BLOCK_SHIFT) - startByte);
                int crc = RunDescriptor.blockCrc(
                        page.buffer(), at, run.footer().origin().runId(), block);
                if (crc != run.index().crc(block) && !bad.get((int) block)) {
                    bad.set((int) block);
                }
                if (bad.get((int) block)) {
                    damages.accept(new RunDamage(
                            Part.BLOCK,
                            RunDescriptor.blockPosition(block),
                            BLOCK_BYTES,
                            "block does not have its checksum or cannot be read"));
                }
            }
            progress.accept(endByte - startByte);
        }
        startByte = 0;
        endByte = 0;
    }

    boolean anyBad() {
        return !bad.isEmpty();
    }

    /** Whether a byte of {@code [from, to)} is in a bad block. */
    boolean isBad(long from, long to) {
        int next = bad.nextSetBit((int) (from >>> BLOCK_SHIFT));
        return next >= 0 && next <= to - 1 >>> BLOCK_SHIFT;
    }

    /** One byte of a sound block. */
    int get(long at) {
        reach(at);
        return page.buffer().get((int) (at - startByte));
    }

    /** Appends bytes of sound blocks to the writer's queue. */
    void copy(long from, long to, RunWriter into) {
        for (long at = from; at < to; ) {
            reach(at);
            int step = (int) (Math.min(to, endByte) - at);
            into.framed(page.buffer(), (int) (at - startByte), step);
            at += step;
        }
    }

    private void reach(long at) {
        if (at < startByte || at >= endByte) {
            load(at);
        }
    }

    private void load(long at) {
        long first = at >>> BLOCK_SHIFT;
        int blocks = (int) Math.min(run.footer().blocks() - first, page.capacity() >>> BLOCK_SHIFT);
        startByte = first << BLOCK_SHIFT;
        endByte = startByte + ((long) blocks << BLOCK_SHIFT);
        try {
            read(0, first, blocks);
        } catch (QueueException e) {
            for (int i = 0; i < blocks; i++) {
                readOne(i << BLOCK_SHIFT, first + i);
            }
        }
    }

    private void readOne(int at, long block) {
        try {
            read(at, block, 1);
        } catch (QueueException e) {
            if (e.reason() != Reason.IO && e.reason() != Reason.CORRUPT) {
                throw e;
            }
            bad.set((int) block); // reported as such
        }
    }

    private void read(int at, long block, int count) {
        view.limit(at + (count << BLOCK_SHIFT)).position(at);
        run.file().read(view, RunDescriptor.blockPosition(block));
    }

    @Override
    public void close() {
        page.release();
    }
}
