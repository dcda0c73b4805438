package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;
import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;

import io.millrace.queue.run.RunDamage.Part;
import java.util.function.Consumer;

/**
 * Goes from message to message through a run with bad blocks. Where a length is in a bad block it goes on at the next message that the index knows. <b>Threads.</b> One.
 */
final class RunWalk {
    private static final long UNREADABLE = -1;

    private final RunInspection run;
    private final RunBlocks blocks;
    private final Visitor visitor;
    private final Consumer<RunDamage> damages;
    private final RunExtent extent = new RunExtent();
    private long startedBlock = -1;

    /** Sees the messages by queue and offset. */
    interface Visitor {
        /** The following messages are this queue's. */
        void queue(RunExtent extent);

        /** A message, with its length, stands in {@code [from, to)}. */
        void message(long from, long to);

        /** So many messages in a row are damaged. */
        void lost(RunLoss loss);
    }

    RunWalk(RunInspection run, RunBlocks blocks, Visitor visitor, Consumer<RunDamage> damages) {
        this.run = run;
        this.blocks = blocks;
        this.visitor = visitor;
        this.damages = damages;
    }

    void walk() {
        RunIndex index = run.index();
        for (int queue = index.ceilingQueue(0); queue >= 0; queue = index.ceilingQueue(queue + 1)) {
            index.locate(queue, extent);
            visitor.queue(extent);
            walkQueue();
        }
    }

    private void walkQueue() {
        long at = extent.startByte();
        long ordinal = 0;
        while (ordinal < extent.count()) {
            long end = endOfMessage(at, ordinal);
            long after = ordinal + 1;
            boolean lost = end == UNREADABLE || blocks.isBad(at, end);
            if (end == UNREADABLE) {
                long block = nextStart(at, ordinal);
                end = block < 0 ? extent.endByte() : run.index().startByte(block);
                after = block < 0 ? extent.count() : run.index().ordinal(block);
            }
            if (lost) {
                visitor.lost(new RunLoss(
                        extent.queueId(), extent.firstOffset() + ordinal, extent.firstOffset() + after, end - at));
            } else {
                visitor.message(at, end);
            }
            at = end;
            ordinal = after;
        }
        if (at != extent.endByte()) {
            malformed(at, extent.endByte() - at, "queue does not end where the index says");
        }
    }

    /** Where the message at {@code at} ends; {@link #UNREADABLE} if its length is damaged. */
    private long endOfMessage(long at, long ordinal) {
        if (at >= extent.endByte()) {
            return UNREADABLE;
        }
        int value = 0;
        for (int i = 0; i < Frames.LENGTH_BYTES_MAX && at + i < extent.endByte(); i++) {
            if (blocks.isBad(at + i, at + i + 1)) {
                return UNREADABLE;
            }
            int part = blocks.get(at + i);
            value |= (part & 0x7F) << 7 * i;
            long end = at + i + Math.max(1, value);
            if (part >= 0 && value >= 0 && end <= extent.endByte()) {
                checkStart(at, ordinal);
                return end;
            }
            if (part >= 0) {
                break;
            }
        }
        malformed(at, 1, "message has no length");
        return UNREADABLE;
    }

    private void checkStart(long at, long ordinal) {
        long block = at >>> BLOCK_SHIFT;
        if (block > startedBlock) {
            startedBlock = block;
            if (run.index().startByte(block) != at || run.index().ordinal(block) != ordinal) {
                malformed(at, 1, "message is not where the index says");
            }
        }
    }

    /** The next block in which a message of the queue behind {@code ordinal} starts; -1 if there is none. */
    private long nextStart(long at, long ordinal) {
        RunIndex index = run.index();
        for (long block = (at >>> BLOCK_SHIFT) + 1; block <= extent.endByte() - 1 >>> BLOCK_SHIFT; block++) {
            if (index.hasStart(block) && index.startByte(block) < extent.endByte() && index.ordinal(block) > ordinal) {
                return block;
            }
        }
        return -1;
    }

    private void malformed(long at, long bytes, String detail) {
        damages.accept(new RunDamage(Part.MESSAGES, at + BLOCK_BYTES, bytes, detail + ": queue=" + extent.queueId()));
    }
}
