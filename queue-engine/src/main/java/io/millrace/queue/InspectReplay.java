package io.millrace.queue;

import static io.millrace.queue.catalog.EntryDescriptor.HEAD_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.NEXT_OFFSET;

import io.millrace.memory.Page;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.catalog.QueueRecordDescriptor;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.recovery.Replay;
import io.millrace.wal.WalRecord;
import io.millrace.wal.WalVisitor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Counts the records of a journal that may be damaged: every message that leads back to the one before it in its queue keeps
 * its offset, also behind a damage.
 *
 * <p>A message in a group whose checksum is wrong has its place in its queue, but is lost. Where nobody knows how many records
 * stood, a queue whose next message leads back to there ends: what follows has no offset that is sure. The others go on.
 */
final class InspectReplay implements WalVisitor {

    private static final String DAMAGED_GROUP = "in a damaged group of the journal";
    private static final String BEHIND_DAMAGE =
            "behind a damage of the journal that hides how many came before it; at least";

    private static final String NAMELESS = "; if it was the last of its queue, it is gone without a name";

    private final InspectedState state;
    private final Catalog catalog;
    private final InspectFindings findings;
    private final Taker taker;
    private final Replay replay;
    private final long from;
    private final BitSet deleted = new BitSet();
    private final List<String> notes = new ArrayList<>();
    private long[] bytes = new long[0];
    private int[] cut = new int[0];
    private Path damagedFile = Path.of("");
    private boolean blind;
    private boolean damaged;
    private long messages;

    /** Takes messages in the order of the journal. */
    interface Taker {

        /** Nobody wants them. */
        Taker NOBODY = new Taker() {
            @Override
            public void message(int queue, long offset, long position, ByteBuffer memory, int index, int length) {}

            @Override
            public void lost(int queue, long offset) {}
        };

        /**
         * A message.
         *
         * @param position in the log, of its first byte
         * @param memory borrowed; the message is the {@code length} bytes from {@code index}
         */
        void message(int queue, long offset, long position, ByteBuffer memory, int index, int length);

        /** A message that is lost in its place. */
        void lost(int queue, long offset);
    }

    InspectReplay(InspectedState state, InspectFindings findings, Taker taker) {
        this.state = state;
        this.catalog = state.catalog();
        this.findings = findings;
        this.taker = taker;
        this.replay = new Replay(catalog, state.cursors());
        this.from = state.checkpoint().journalPosition();
    }

    /** Before the first record. */
    void begin() {
        for (int queue = 0; queue < catalog.count(); queue++) {
            if (catalog.isLive(queue)) {
                catalog.page(queue).setLongRelease(Catalog.index(queue) + HEAD_OFFSET, 0);
            }
        }
        replay.begin();
    }

    /** Whether the files begin where the checkpoint goes on. */
    void expect(Path directory, long filesStart, boolean empty) {
        int epochBytes = state.checkpoint().epochBytes();
        if (empty && from > 0 || epochBytes > 0 && filesStart / epochBytes > from / epochBytes) {
            damage(
                    directory,
                    from,
                    Math.max(1, filesStart - from),
                    true,
                    "the segments from this position on are missing");
        }
    }

    /** After the last one. */
    void finish() {
        replay.finish();
        findings.messages(messages);
        for (int queue = 0; queue < cut.length; queue++) {
            if (cut[queue] > 0 && catalog.isLive(queue)) {
                long next = catalog.next(queue);
                findings.loss(catalog.name(queue), next, next + cut[queue], BEHIND_DAMAGE);
            }
        }
    }

    /** Whether something in it is not as it was written. */
    boolean isDamaged() {
        return damaged;
    }

    /** What else there is to say. */
    List<String> notes() {
        return notes;
    }

    /** Bytes of a queue's messages. */
    long bytes(int queue) {
        return queue < bytes.length ? bytes[queue] : 0;
    }

    @Override
    public void record(long position, int type, ByteBuffer memory, int index, int length) {
        if (position < from) {
            return;
        }
        if (MessageDescriptor.isMessage(type)) {
            var unused = message(position, type, memory, index, length, false);
            return;
        }
        if (type == QueueRecordDescriptor.DELETED && length == QueueRecordDescriptor.DELETED_LENGTH) {
            deleted.set(Math.max(0, memory.getInt(index)));
        }
        try {
            replay.record(position, type, memory, index, length);
        } catch (QueueException e) {
            damage(state.runFiles().directory(), position, length, false, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean suspect(long position, int type, ByteBuffer memory, int index, int length) {
        if (position < from) {
            return false;
        }
        if (MessageDescriptor.isMessage(type)) {
            boolean fits = message(position, type, memory, index, length, true);
            if (!fits && !blind) {
                findings.damage(
                        QueueDamage.Part.JOURNAL, damagedFile, position, "a message whose queue is damaged" + NAMELESS);
            }
            return fits;
        }
        if (type == QueueRecordDescriptor.CREATED && length > QueueRecordDescriptor.CREATED_PREFIX) {
            return suspectCreation(memory, index, length);
        }
        return false; // a trim, a deletion or a cursor: without it more is there than should be, not less
    }

    @Override
    public void damage(Path segment, long position, long size, boolean unreadable, String what) {
        blind = unreadable;
        damagedFile = segment;
        if (position + size > from) {
            damaged = true;
            findings.damage(
                    QueueDamage.Part.JOURNAL, segment, position, what + ", bytes=" + size + (blind ? NAMELESS : ""));
        }
    }

    /** Returns whether it is a message that follows the one before it in its queue. */
    private boolean message(long position, int type, ByteBuffer memory, int index, int length, boolean suspect) {
        if (length < MessageDescriptor.prefix(type)) {
            return false;
        }
        int queue = memory.getInt(index + MessageDescriptor.QUEUE_ID_OFFSET);
        if (!isLive(queue, suspect)) {
            return false;
        }
        Page line = catalog.page(queue);
        int at = Catalog.index(queue);
        long head = line.getLongAcquire(at + HEAD_OFFSET);
        int back = memory.getInt(index + MessageDescriptor.BACK_OFFSET);
        long before = position - MessageDescriptor.distanceBytes(back);
        boolean follows = back == 0 ? head == 0 : head == 0 ? before < from : before == head;
        if (!follows || isCut(queue)) {
            if (!suspect) {
                cut(queue);
            }
            return false;
        }
        long offset = line.getLongAcquire(at + NEXT_OFFSET);
        line.setLongRelease(at + HEAD_OFFSET, position);
        line.setLongRelease(at + NEXT_OFFSET, offset + 1);
        if (suspect) {
            findings.loss(catalog.name(queue), offset, offset + 1, DAMAGED_GROUP);
            taker.lost(queue, offset);
        } else {
            give(queue, offset, position, type, memory, index, length);
        }
        return true;
    }

    private void give(int queue, long offset, long position, int type, ByteBuffer memory, int index, int length) {
        int prefix = MessageDescriptor.prefix(type);
        messages++;
        count(queue, length - prefix);
        taker.message(
                queue, offset, position + WalRecord.headerLength() + prefix, memory, index + prefix, length - prefix);
    }

    /** A queue whose creation a damage hides comes back without its name; a deleted one does not. */
    private boolean isLive(int queue, boolean suspect) {
        if (catalog.isLive(queue)) {
            return true;
        }
        if (queue < 0 || suspect || !damaged || state.isDeleted(queue) || deleted.get(queue)) {
            return false;
        }
        nameless(queue, "");
        return catalog.isLive(queue);
    }

    private boolean suspectCreation(ByteBuffer memory, int index, int length) {
        int queue = memory.getInt(index);
        // A flipped bit must not make room for a billion queues.
        boolean plausible = queue >= 0
                && queue <= catalog.count() + (1 << 20)
                && length - QueueRecordDescriptor.CREATED_PREFIX <= Catalog.NAME_BYTES_MAX
                && !catalog.isLive(queue);
        if (plausible) {
            byte[] name = new byte[length - QueueRecordDescriptor.CREATED_PREFIX];
            memory.get(index + QueueRecordDescriptor.NAME_OFFSET, name);
            nameless(queue, "; the damaged record says " + new String(name, StandardCharsets.UTF_8));
        }
        return plausible;
    }

    private void nameless(int queue, String more) {
        String name = QueueInspector.recoveredName(queue);
        catalog.restore(queue, name.getBytes(StandardCharsets.US_ASCII));
        notes.add("named queue " + queue + ", whose creation in the journal is damaged: " + name + more);
    }

    private boolean isCut(int queue) {
        return queue < cut.length && cut[queue] > 0;
    }

    private void cut(int queue) {
        if (queue >= cut.length) {
            cut = Arrays.copyOf(cut, Math.max(catalog.count(), queue + 1));
        }
        cut[queue]++;
    }

    private void count(int queue, int length) {
        if (queue >= bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(catalog.count(), queue + 1));
        }
        bytes[queue] += length;
    }
}
