package io.millrace.newsql.execute;

import io.millrace.newsql.mysql.SqlException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A temporary file of rows: written to its end, then read, any number of times. Its name is gone as soon as it is open, so that nothing stays behind a process that
 * was killed. One thread. Must be closed.
 */
final class SpillFile implements AutoCloseable {

    private static final int BUFFER_BYTES = 32 * 1024;

    private final MemoryBudget budget;
    private final FileChannel channel;
    private final RowBuffer buffer = new RowBuffer(BUFFER_BYTES);
    private long length;

    private SpillFile(MemoryBudget budget, FileChannel channel) {
        this.budget = budget;
        this.channel = channel;
    }

    /** A new file in the budget's directory. */
    static SpillFile create(MemoryBudget budget) {
        Path directory = java.util.Objects.requireNonNull(budget.directory(), "a budget with files");
        try {
            Files.createDirectories(directory);
            return new SpillFile(
                    budget,
                    FileChannel.open(
                            directory.resolve("spill-" + UUID.randomUUID()),
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static SqlException failed(IOException cause) {
        return new SqlException(3, "HY000", "Error with a temporary file: " + cause.getMessage(), cause);
    }

    /** Bytes that were written; what is buffered is not among them. */
    long length() {
        return length;
    }

    /** Appends arrays of values that belong together. @return where they begin */
    long add(@Nullable Object[]... parts) {
        long begin = length + buffer.length();
        for (@Nullable Object[] part : parts) {
            buffer.put(part);
        }
        if (buffer.length() >= BUFFER_BYTES) {
            flush();
        }
        return begin;
    }

    /** Writes what is buffered: before the file is read. */
    void flush() {
        budget.write(buffer.length());
        ByteBuffer bytes = ByteBuffer.wrap(buffer.bytes(), 0, buffer.length());
        int count = bytes.remaining();
        try {
            for (long at = length; bytes.hasRemaining(); ) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            budget.erase(count);
            throw failed(e);
        }
        length += count;
        buffer.clear();
    }

    /** A walk over the file from a place on. What was added must be flushed. */
    Reader read(long from) {
        return new Reader(from);
    }

    @Override
    public void close() {
        budget.erase(length);
        length = 0;
        try {
            channel.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Reads arrays in the order in which they were added. One thread. */
    final class Reader {
        private final RowBuffer page = new RowBuffer(BUFFER_BYTES);
        private long at;

        private Reader(long from) {
            this.at = from;
        }

        /** Goes on at another place. */
        Reader seek(long place) {
            if (place() != place) {
                page.forget();
                at = place;
            }
            return this;
        }

        /** The next array; null at the end of the file. */
        @Nullable
        Object @Nullable [] next() {
            while (true) {
                @Nullable Object[] values = page.take();
                if (values != null) {
                    return values;
                }
                if (at >= length) {
                    return null;
                }
                fill();
            }
        }

        /** The next array, which must be there. */
        @Nullable
        Object[] require() {
            @Nullable Object[] values = next();
            if (values == null) {
                throw new IllegalStateException(
                        "a temporary file ends at " + at + " before a row that was put into it");
            }
            return values;
        }

        /** Where the next array begins. */
        long place() {
            return at - page.left();
        }

        /** Puts more of the file behind what is left of an array. */
        private void fill() {
            ByteBuffer free = page.room(BUFFER_BYTES);
            try {
                int count = channel.read(free, at);
                if (count <= 0) {
                    throw new IOException("it ends at " + at + " of " + length + " bytes");
                }
                int used = (int) Math.min(count, length - at);
                at += used;
                page.filled(used);
            } catch (IOException e) {
                throw failed(e);
            }
        }
    }
}
