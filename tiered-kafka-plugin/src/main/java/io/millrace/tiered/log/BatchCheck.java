package io.millrace.tiered.log;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Looks at batches as they pass, whatever their size and wherever they are cut: whole, undamaged, one behind the other from the first offset to the last.
 *
 * <p><b>Threads.</b> One.
 */
final class BatchCheck {

    private final long lastOffset;
    private final String where;
    private final ByteBuffer header = ByteBuffer.allocate(RecordBatchDescriptor.HEADER_BYTES);
    private final CRC32C crc = new CRC32C();
    private @Nullable BatchHeader batch;
    private int bodyLeft;
    private long next;

    /** For offsets from first to last, both inclusive; the text says where they are. */
    BatchCheck(long firstOffset, long lastOffset, String where) {
        this.next = firstOffset;
        this.lastOffset = lastOffset;
        this.where = where;
    }

    /** Looks at the next bytes; the buffer is left at its limit. */
    void pass(ByteBuffer bytes) throws TieredException {
        while (bytes.hasRemaining()) {
            if (bodyLeft == 0) {
                passHeader(bytes);
            } else {
                passBody(bytes);
            }
        }
    }

    private void passHeader(ByteBuffer bytes) throws TieredException {
        int taken = Math.min(header.remaining(), bytes.remaining());
        header.put(bytes.duplicate().limit(bytes.position() + taken));
        bytes.position(bytes.position() + taken);
        if (header.hasRemaining()) {
            return;
        }
        BatchHeader found = BatchHeader.read(header);
        if (found == null || found.firstOffset() != next || found.lastOffset() > lastOffset) {
            throw wrong("batch: " + found + " (expected: one from " + next + ", up to " + lastOffset + ")");
        }
        batch = found;
        crc.reset();
        crc.update(header.duplicate().position(RecordBatchDescriptor.ATTRIBUTES_OFFSET));
        bodyLeft = found.bytes() - RecordBatchDescriptor.HEADER_BYTES;
        header.clear();
        if (bodyLeft == 0) {
            finish(found);
        }
    }

    private void passBody(ByteBuffer bytes) throws TieredException {
        int taken = Math.min(bodyLeft, bytes.remaining());
        crc.update(bytes.duplicate().limit(bytes.position() + taken));
        bytes.position(bytes.position() + taken);
        bodyLeft -= taken;
        BatchHeader passed = batch;
        if (bodyLeft == 0 && passed != null) {
            finish(passed);
        }
    }

    private void finish(BatchHeader passed) throws TieredException {
        if ((int) crc.getValue() != passed.crc()) {
            throw wrong("batch is damaged: crc32c=" + Long.toHexString(crc.getValue()) + " " + passed);
        }
        next = passed.lastOffset() + 1;
        batch = null;
    }

    /** All bytes have passed: the last batch was whole, and ended where it should. */
    void end() throws TieredException {
        if (batch != null || header.position() > 0 || next != lastOffset + 1) {
            throw wrong("batches end before offset " + next + " (expected: " + (lastOffset + 1) + ")");
        }
    }

    private TieredException wrong(String what) {
        return new TieredException(Reason.SOURCE, what + ", log=" + where);
    }
}
