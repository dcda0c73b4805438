package io.millrace.benchmark.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * A store of queues that takes part: ours or a peer, each in its own best form behind the contest's two calls.
 *
 * <p>Made by its public constructor without arguments, opened once; then thread-safe, but a queue is written by one thread
 * at a time. Errors come out as the exceptions of whoever stands behind; nothing is retried.
 */
public interface QueueSubject extends AutoCloseable {
    /** Opens the store in a directory that is empty, or that the same subject has left there, closed or killed. */
    void open(Path directory, QueueSettings settings) throws IOException;

    /** Appends a copy of the message; the array may be changed when this returns. */
    void put(String queue, byte[] message) throws IOException;

    /** At most {@code count} messages from {@code offset} on; fewer or none at the end. */
    Collection<byte[]> get(String queue, long offset, long count) throws IOException;

    /** Waits until all that this thread has put is at the level of the settings. */
    void commit() throws IOException;

    /** Processes that work for the store beside this one. */
    default List<Long> processes() {
        return List.of();
    }

    /** A word on memory and files that only the store can tell; may be empty. */
    default String describe() {
        return "";
    }

    @Override
    void close() throws IOException;
}
