package io.millrace.queue.epoch;

import static io.millrace.queue.epoch.MessageDescriptor.BACK_OFFSET;
import static io.millrace.queue.epoch.MessageDescriptor.JUMP_COUNT_OFFSET;
import static io.millrace.queue.epoch.MessageDescriptor.JUMP_OFFSET;
import static io.millrace.queue.epoch.MessageDescriptor.MESSAGE_WITH_SKIP;
import static io.millrace.queue.epoch.MessageDescriptor.SKIP_INTERVAL;
import static io.millrace.queue.epoch.MessageDescriptor.SKIP_OFFSET;

import io.millrace.wal.WalRecord;
import java.nio.ByteBuffer;

/**
 * The way back through one queue's messages in the epochs.
 *
 * <p>Every message knows the one before it. One in {@value MessageDescriptor#SKIP_INTERVAL} also knows the one that many
 * before and, further back, another whose distance follows the skew-binary numbers (E. W. Myers, "An applicative
 * random-access stack", Information Processing Letters 17, 1983): n messages back are reached in O(log n) steps and at most
 * {@value MessageDescriptor#SKIP_INTERVAL} more, and writing such a message reads two older ones.
 */
public final class MessageChain {

    /** No such message in the epochs. */
    public static final long NONE = -1;

    private MessageChain() {}

    /**
     * The position of the message with the offset {@code target}.
     *
     * @param head position of the message with the offset {@code headOffset}, which is not below {@code target}
     * @param skip position of the newest message up to the head whose offset is a multiple of the interval, or 0
     * @return {@link #NONE} if it lies before the view
     */
    public static long find(EpochView view, long head, long headOffset, long skip, long target) {
        long start = view.start();
        if (head < start) {
            return NONE;
        }
        long position = head;
        long offset = headOffset;
        long skipOffset = headOffset - headOffset % SKIP_INTERVAL;
        if (skip >= start && skipOffset >= target) {
            position = skip;
            offset = skipOffset;
        }
        while (offset > target) {
            ByteBuffer page = view.page(position).buffer();
            int record = view.index(position);
            int payload = record + WalRecord.headerLength();
            if (WalRecord.type(page.getInt(record)) == MESSAGE_WITH_SKIP) {
                int count = page.getInt(payload + JUMP_COUNT_OFFSET);
                long jump = step(position, page.getInt(payload + JUMP_OFFSET));
                if (count > 0 && offset - count >= target && jump >= start) {
                    position = jump;
                    offset -= count;
                    continue;
                }
                jump = step(position, page.getInt(payload + SKIP_OFFSET));
                if (offset - SKIP_INTERVAL >= target && jump >= start) {
                    position = jump;
                    offset -= SKIP_INTERVAL;
                    continue;
                }
            }
            position = step(position, page.getInt(payload + BACK_OFFSET));
            offset--;
            if (position < start) {
                return NONE;
            }
        }
        return position;
    }

    /** The position of the message before the one at {@code position}, or {@link #NONE} if it lies before the view. */
    public static long previous(EpochView view, long position) {
        ByteBuffer page = view.page(position).buffer();
        long before = step(position, page.getInt(view.index(position) + WalRecord.headerLength() + BACK_OFFSET));
        return before < view.start() ? NONE : before;
    }

    /** Writes the longer steps of a new message at {@code position} into its payload; {@code skip} is as in {@link #find}. */
    public static void writeSteps(EpochView view, long position, long skip, ByteBuffer into, int payload) {
        long parent = skip >= view.start() ? skip : 0;
        long jump = parent;
        int count = parent == 0 ? 0 : SKIP_INTERVAL;
        if (parent != 0) {
            long second = jumpOf(view, parent);
            int countOfParent = second == 0 ? 0 : jumpCount(view, parent);
            long third = second == 0 ? 0 : jumpOf(view, second);
            if (third != 0 && jumpCount(view, second) == countOfParent) {
                jump = third;
                count = SKIP_INTERVAL + 2 * countOfParent;
            }
        }
        into.putInt(payload + SKIP_OFFSET, parent == 0 ? 0 : MessageDescriptor.distance(position - parent));
        into.putInt(payload + JUMP_OFFSET, jump == 0 ? 0 : MessageDescriptor.distance(position - jump));
        into.putInt(payload + JUMP_COUNT_OFFSET, count);
    }

    private static long jumpOf(EpochView view, long position) {
        ByteBuffer page = view.page(position).buffer();
        long jump = step(position, page.getInt(view.index(position) + WalRecord.headerLength() + JUMP_OFFSET));
        return jump < view.start() ? 0 : jump;
    }

    private static int jumpCount(EpochView view, long position) {
        ByteBuffer page = view.page(position).buffer();
        return page.getInt(view.index(position) + WalRecord.headerLength() + JUMP_COUNT_OFFSET);
    }

    private static long step(long position, int distance) {
        return distance == 0 ? NONE : position - MessageDescriptor.distanceBytes(distance);
    }
}
