package io.millrace.tiered.peer;

import io.millrace.tiered.TieredException;
import java.io.IOException;
import java.io.InputStream;

/**
 * A range that goes on elsewhere when the copy here fails in the middle: not a byte is given twice, or left out.
 *
 * <p><b>Threads.</b> One reads; any thread may close.
 */
public final class FailoverStream extends InputStream {

    private final Elsewhere elsewhere;
    private InputStream current;
    private long position;
    private boolean failedOver;
    private boolean closed;

    /** Where the rest comes from. */
    @FunctionalInterface
    public interface Elsewhere {

        /** Opens the rest of the range from this position of the data, or throws the failure if it is one that nobody can help with. */
        InputStream open(long position, TieredException failure) throws TieredException;
    }

    /** Takes the stream, which begins at this position of the data. */
    public FailoverStream(InputStream here, long position, Elsewhere elsewhere) {
        this.current = here;
        this.position = position;
        this.elsewhere = elsewhere;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int read;
        try {
            read = current.read(to, offset, length);
        } catch (TieredException e) {
            if (failedOver) {
                throw e;
            }
            failOver(e);
            read = current.read(to, offset, length);
        }
        position += Math.max(0, read);
        return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = current.skip(bytes);
        position += skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return current.available();
    }

    private void failOver(TieredException failure) throws IOException {
        InputStream rest = elsewhere.open(position, failure);
        InputStream before;
        synchronized (this) {
            before = current;
            current = rest;
            failedOver = true;
            if (closed) {
                rest.close();
            }
        }
        before.close();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        current.close();
    }
}
