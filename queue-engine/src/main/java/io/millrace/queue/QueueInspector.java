package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import io.millrace.wal.WalException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Looks into the directory of an engine that is not open: lists its queues, shows their messages, finds damages and repairs
 * them.
 *
 * <p>Nothing but {@link #repair} changes a file, or makes one. <b>Threads:</b> one at a time. <b>Memory:</b> outside the heap,
 * what the catalog and the index of the largest run need. <b>Errors:</b> {@link QueueException}: IN_USE while an engine has
 * the directory open, here or in another process, UNSUPPORTED_VERSION, IO, DISK_FULL.
 */
public final class QueueInspector {

    private final Path directory;
    private final StorageFiles files;

    /** Told how far a long look is. */
    @FunctionalInterface
    public interface Progress {

        /** Nobody is told. */
        Progress SILENT = (done, total) -> {};

        /** So many bytes of so many have been looked at. */
        void advanced(long bytesDone, long bytesTotal);
    }

    /** Takes the messages of a dump. */
    public interface MessageVisitor {

        /** A message. The array is the visitor's. */
        void message(long offset, byte[] bytes);

        /** A message that cannot be given, and why. */
        void unreadable(long offset, String why);
    }

    private QueueInspector(Path directory, StorageFiles files) {
        this.directory = directory;
        this.files = files;
    }

    /** Of this directory, which must be one of an engine. */
    public static QueueInspector of(Path directory) {
        return of(directory, StorageFiles.local());
    }

    /** Of a directory on these files. */
    public static QueueInspector of(Path directory, StorageFiles files) {
        if (!files.exists(directory.resolve("journal")) && !files.exists(directory.resolve("runs"))) {
            throw new QueueException(
                    QueueException.Reason.IO,
                    "no queues here: directory=" + directory + " (expected: journal and runs in it)");
        }
        return new QueueInspector(directory, files);
    }

    /** Visits every queue, in the order in which they were made; of a damaged store, those that can still be known. */
    public void list(Consumer<QueueSummary> visitor) {
        look(new InspectFindings(), bytes -> {}, store -> {
            store.summaries(visitor);
            return true;
        });
    }

    /**
     * Shows messages of a queue from an offset on, as far as there are any.
     *
     * @return false if there is no such queue
     */
    public boolean dump(String queue, long fromOffset, long count, MessageVisitor visitor) {
        if (fromOffset < 0 || count < 0) {
            throw new IllegalArgumentException(
                    "negative argument: fromOffset=" + fromOffset + ", count=" + count + " (expected: >= 0)");
        }
        return look(new InspectFindings(), bytes -> {}, store -> new InspectMessages(store)
                .dump(queue, fromOffset, count, visitor));
    }

    /** Looks at every byte and says what is damaged, and which messages that costs. */
    public QueueVerification verify(Progress progress) {
        InspectFindings findings = new InspectFindings();
        return look(findings, counted(progress), store -> {
            store.verify();
            return findings.report(store.state().catalog().live());
        });
    }

    /**
     * Leaves a store that opens, with everything in it that can be read, and says exactly what was lost.
     *
     * <p>What is damaged and there twice is healed. A damaged message is marked in its place, so that offsets stay as they
     * were: reading it is {@link QueueException.Reason#LOST}. What a damaged journal still holds goes into a run; a queue ends
     * where nobody knows how many of its messages a damage hides. A damaged checkpoint is made anew out of its sound blocks, the one before it, and the runs. What is replaced is kept beside it, with {@code
     * .damaged} behind its name. If it fails or is killed, repair again: what the first one marked then counts as repaired, and
     * is not told as lost a second time.
     */
    public QueueRepair repair(Progress progress) {
        QueueVerification found = verify(progress);
        if (found.isSound()) {
            return new QueueRepair(found, List.of(), List.of());
        }
        RepairStore repair = new RepairStore(directory, files, counted(progress));
        guarded(() -> {
            repair.repair();
            return true;
        });
        return new QueueRepair(found, repair.actions(), repair.kept());
    }

    /** What a queue is called whose name is lost. */
    static String recoveredName(int number) {
        return "recovered-" + number;
    }

    private <T> T look(InspectFindings findings, LongConsumer progress, Look<T> look) {
        return guarded(() -> {
            try (InspectedStore store = InspectedStore.read(directory, files, findings, progress)) {
                return look.at(store);
            }
        });
    }

    private <T> T guarded(Callable<T> work) {
        try {
            return work.call();
        } catch (WalException e) {
            throw failure(reasonOf(e), e);
        } catch (IOException e) {
            throw failure(QueueException.reasonOf(e), e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failure(QueueException.Reason.IO, e);
        }
    }

    private QueueException failure(QueueException.Reason reason, Exception cause) {
        return new QueueException(
                reason, "cannot read or repair: " + cause.getMessage() + ", directory=" + directory, cause);
    }

    private static QueueException.Reason reasonOf(WalException e) {
        return switch (e.reason()) {
            case CORRUPT -> QueueException.Reason.CORRUPT;
            case IN_USE -> QueueException.Reason.IN_USE;
            case DISK_FULL -> QueueException.Reason.DISK_FULL;
            default -> QueueException.Reason.IO;
        };
    }

    private LongConsumer counted(Progress progress) {
        long total = guarded(() -> bytesOf("journal") + bytesOf("runs"));
        long[] done = {0};
        return bytes -> {
            done[0] += bytes;
            progress.advanced(Math.min(done[0], total), total);
        };
    }

    private long bytesOf(String folder) throws IOException {
        long bytes = 0;
        if (files.exists(directory.resolve(folder))) {
            for (Path file : files.list(directory.resolve(folder))) {
                try (FileChannel channel = files.open(file, Set.of(StandardOpenOption.READ))) {
                    bytes += channel.size();
                }
            }
        }
        return bytes;
    }

    /** Something to do with a store that was read. */
    @FunctionalInterface
    private interface Look<T> {
        T at(InspectedStore store) throws IOException;
    }
}
