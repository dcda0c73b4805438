package io.millrace.queue;

import io.millrace.memory.Page;
import io.millrace.queue.read.QueueReader;
import io.millrace.queue.run.MessageSink;

/** One read into a batch of slices: a few messages at a time, until there are enough bytes. */
final class BatchReading implements MessageSink {

    private static final int STEP = 64;

    private final QueueReader reader;
    private final QueueReader.Views views;
    private final QueueId queue;
    private final long maxBytes;
    private MessageBatch batch = new MessageBatch(0);
    private long bytes;

    BatchReading(QueueReader reader, QueueReader.Views views, QueueId queue, long maxBytes) {
        this.reader = reader;
        this.views = views;
        this.queue = queue;
        this.maxBytes = maxBytes;
    }

    MessageBatch read(int number, long from, long to) {
        batch = new MessageBatch(from);
        boolean done = false;
        try {
            long next = from;
            while (next < to && !isFull()) {
                int before = batch.size();
                reader.read(number, next, Math.min(to, next + STEP), views, this)
                        .release();
                next = Math.max(next + STEP, batch.nextOffset());
                if (batch.size() == before && next >= reader.tail().next()) {
                    break;
                }
            }
            done = true;
            return batch;
        } catch (QueueException e) {
            throw QueueEngine.named(e, queue.name());
        } finally {
            if (!done) {
                batch.close();
            }
        }
    }

    @Override
    public void accept(long offset, Page page, int index, int length) {
        if (!isFull()) {
            batch.add(offset, page.slice(index, length));
            bytes += length;
        }
    }

    @Override
    public void lost(long offset) {
        if (!isFull()) {
            throw QueueEngine.lost(queue.name(), offset);
        }
    }

    private boolean isFull() {
        return !batch.isEmpty() && bytes >= maxBytes;
    }
}
