package io.millrace.queue;

import io.millrace.queue.read.StoreView;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one queue in the order of their offsets, as slices of the memory that they lie in.
 *
 * <p><b>Ownership:</b> the batch owns its slices; {@link #close} releases them. A slice that is retained outlives the
 * batch. Offsets have gaps only where messages were trimmed. <b>Threads:</b> one at a time.
 */
public final class MessageBatch implements AutoCloseable, Iterable<MessageBatch.Message> {

    private final List<Message> messages = new ArrayList<>();
    private long nextOffset;
    private @Nullable StoreView view;

    MessageBatch(long nextOffset) {
        this.nextOffset = nextOffset;
    }

    /**
     * A message.
     *
     * @param offset its ordinal in the queue
     * @param bytes borrows: valid until the batch is closed, unless retained
     */
    public record Message(long offset, ByteBuf bytes) {}

    /** Messages in it. */
    public int size() {
        return messages.size();
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return messages.isEmpty();
    }

    /** A message, counted from 0. */
    public Message get(int index) {
        return messages.get(index);
    }

    /** Where to read on: the offset behind the last message, or the one that was asked for if there is none. */
    public long nextOffset() {
        return nextOffset;
    }

    @Override
    public Iterator<Message> iterator() {
        return messages.iterator();
    }

    /** Releases the slices. A second close does nothing. */
    @Override
    public void close() {
        messages.forEach(message -> message.bytes().release());
        messages.clear();
        StoreView held = view;
        view = null;
        if (held != null) {
            held.release();
        }
    }

    void add(long offset, ByteBuf bytes) {
        messages.add(new Message(offset, bytes));
        nextOffset = offset + 1;
    }

    void hold(StoreView source) {
        view = source;
    }
}
