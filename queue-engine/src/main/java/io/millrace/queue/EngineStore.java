package io.millrace.queue;

import io.millrace.memory.Page;
import io.millrace.queue.run.MessageSink;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;

/** The thin face of an engine: names instead of ids, arrays instead of slices. */
final class EngineStore extends QueueStore {

    /** What a list begins with, whatever number of messages is asked for. */
    private static final int FIRST_SIZE = 64;

    private final QueueEngine engine;

    EngineStore(QueueEngine engine) {
        this.engine = engine;
    }

    @Override
    public void put(String queueName, byte[] message) {
        engine.append(queueName, message);
    }

    @Override
    public Collection<byte[]> get(String queueName, long offset, long num) {
        if (offset < 0 || num < 0) {
            throw new IllegalArgumentException(
                    "negative argument: offset=" + offset + ", num=" + num + " (expected: >= 0), queue=" + queueName);
        }
        Copies copies = new Copies(queueName, (int) Math.min(num, FIRST_SIZE));
        engine.readCopies(queueName, offset, offset + Math.min(num, Long.MAX_VALUE - offset), copies);
        return copies.result();
    }

    /** Copies each message out of the page that it lies in. */
    private static final class Copies implements MessageSink {

        private final String queue;
        private byte[][] messages;
        private int count;

        Copies(String queue, int size) {
            this.queue = queue;
            this.messages = new byte[size][];
        }

        @Override
        public void accept(long offset, Page page, int index, int length) {
            byte[] message = new byte[length];
            page.copyOut(index, message, 0, length);
            if (count == messages.length) {
                messages = Arrays.copyOf(messages, Math.max(FIRST_SIZE, count * 2));
            }
            messages[count++] = message;
        }

        @Override
        public void lost(long offset) {
            throw QueueEngine.lost(queue, offset);
        }

        Collection<byte[]> result() {
            byte[][] exact = count == messages.length ? messages : Arrays.copyOf(messages, count);
            return Collections.unmodifiableList(Arrays.asList(exact));
        }
    }
}
