package io.millrace.benchmark.wal;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A log that takes part: ours or a peer, each in its own best form behind the same few calls.
 *
 * <p>Made by its public constructor without arguments, opened once. Errors come out as the exceptions of whoever stands
 * behind; nothing is retried.
 */
public interface WalSubject extends AutoCloseable {
    /** Opens the log in a directory that is empty, or that the same subject has left there closed. */
    void open(Path directory, WalLevel level) throws IOException;

    /** For one thread. */
    Appender appender() throws IOException;

    /** From the first record on, for one thread. */
    Cursor cursor() throws IOException;

    /**
     * Waits until the record with that token is on the device. Only at a level on the device, from any thread; one whose
     * append has done so already returns at once.
     */
    void awaitDurable(long token) throws IOException;

    /**
     * Asks for the record with that token to be brought to the device, and returns at once; the answer waits until it is
     * there. For those who go ahead and look back later.
     */
    default Durable whenDurable(long token) throws IOException {
        return () -> awaitDurable(token);
    }

    /**
     * Brings all that is appended to the kernel, or to the device where the level says so: that nobody is faster by
     * leaving work undone. No append runs meanwhile.
     */
    void settle() throws IOException;

    @Override
    void close() throws IOException;

    /** Appends from one thread. */
    interface Appender {
        /** Copies the record into the log; returns a token that grows with each append. */
        long append(byte[] record) throws IOException;
    }

    /** Waits for one record. */
    @FunctionalInterface
    interface Durable {
        void await() throws IOException;
    }

    /** Reads in the order of the log. */
    interface Cursor extends AutoCloseable {
        /** Copies the next record to the start of the array and returns its length; -1 at the end. */
        int next(byte[] into) throws IOException;

        @Override
        void close() throws IOException;
    }
}
