package io.millrace.benchmark.wal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plain peers' files: preallocated by writing zeros, some of them ahead, by a thread of its own; as ours does
 * it, so that both pay for it alike.
 */
final class JournalFiles implements AutoCloseable {
    private static final int AHEAD = 3;

    private final Path directory;
    private final BlockingQueue<FileChannel> ready = new ArrayBlockingQueue<>(AHEAD);
    private final Thread thread = new Thread(this::prepare, "prepare journal files");
    private volatile @Nullable IOException failure;

    JournalFiles(Path directory) {
        this.directory = directory;
        thread.setDaemon(true);
        thread.start();
    }

    private void prepare() {
        try {
            for (int number = nextNumber(); !Thread.currentThread().isInterrupted(); number++) {
                ready.put(prepared(number));
            }
        } catch (InterruptedException e) {
            return; // closed
        } catch (IOException e) {
            // Whoever waits for a file sees it; one that is cut by our own interrupt is not missed.
            failure = e;
        }
    }

    private int nextNumber() throws IOException {
        try (var files = Files.list(directory)) {
            return (int) files.count();
        }
    }

    private FileChannel prepared(int number) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        Path path = directory.resolve(String.format(Locale.ROOT, "%08d.journal", number));
        FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        for (int done = 0; done < BlockDescriptor.FILE_BYTES; done += zeros.capacity()) {
            file.write(zeros.clear());
        }
        file.force(true);
        return file.position(0);
    }

    /** The next one, at its beginning; gives. */
    FileChannel next() throws IOException {
        try {
            for (; ; ) {
                FileChannel file = ready.poll(100, java.util.concurrent.TimeUnit.MILLISECONDS);
                if (file != null) {
                    return file;
                }
                IOException failed = failure;
                if (failed != null) {
                    throw new IOException("no file prepared: " + failed.getMessage(), failed);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a prepared file");
        }
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (FileChannel file = ready.poll(); file != null; file = ready.poll()) {
            file.close();
        }
    }
}
