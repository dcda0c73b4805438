package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueInspector.MessageVisitor;
import io.millrace.wal.WalException;
import io.millrace.wal.WalInspector;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The journal of a store that is not open; holds its lock, which is the store's. <b>Threads:</b> one. */
final class InspectJournal implements AutoCloseable {

    private final Path directory;
    private final @Nullable WalInspector log;

    private InspectJournal(Path directory, @Nullable WalInspector log) {
        this.directory = directory;
        this.log = log;
    }

    /** @throws QueueException IN_USE if somebody has it open */
    static InspectJournal open(Path directory, StorageFiles files) {
        try {
            return new InspectJournal(directory, files.exists(directory) ? WalInspector.open(directory, files) : null);
        } catch (WalException e) {
            QueueException.Reason reason =
                    switch (e.reason()) {
                        case IN_USE -> QueueException.Reason.IN_USE;
                        case UNSUPPORTED -> QueueException.Reason.UNSUPPORTED_VERSION;
                        default -> QueueException.Reason.IO;
                    };
            throw new QueueException(reason, String.valueOf(e.getMessage()), e);
        }
    }

    Path directory() {
        return directory;
    }

    /** Files of its segments. */
    List<Path> segments() {
        return log == null ? List.of() : log.files();
    }

    /** Where its first file begins; 0 if there is none. */
    long filesStart() {
        return log == null ? 0 : Math.max(0, log.basePosition());
    }

    /** Bytes of a segment; 0 if that cannot be known. */
    int segmentBytes() {
        return log == null ? 0 : log.segmentBytes();
    }

    /** The newest file that can be emptied for the log to go on in; null if there is none. */
    @Nullable
    Path newestFile() {
        return log == null ? null : log.newestFile();
    }

    /** Where that one begins; 0 if there is none. */
    long newestBase() {
        return log == null ? 0 : Math.max(0, log.newestBase());
    }

    /** Counts its records onto the catalog; none if a repair has moved them into a run already. */
    InspectReplay replay(
            InspectedState state, InspectFindings findings, InspectReplay.Taker taker, LongConsumer progress) {
        InspectReplay replay = new InspectReplay(state, findings, taker);
        replay.begin();
        if (!state.isAnnounced()) {
            replay.expect(directory, filesStart(), segments().isEmpty());
            scan(replay, progress);
        }
        replay.finish();
        return replay;
    }

    private void scan(InspectReplay replay, LongConsumer progress) {
        if (log != null) {
            long[] told = {0};
            log.scan(0, replay, (done, total) -> {
                progress.accept(done - told[0]);
                told[0] = done;
            });
        }
    }

    /** Shows messages of a queue that were counted before: the first of them has the offset that the runs end with. */
    void messages(InspectedState state, int queue, long from, long to, MessageVisitor visitor) {
        replay(
                state,
                new InspectFindings(),
                new InspectReplay.Taker() {
                    @Override
                    public void message(
                            int number, long offset, long position, ByteBuffer memory, int index, int length) {
                        if (number == queue && offset >= from && offset < to) {
                            byte[] bytes = new byte[length];
                            memory.get(index, bytes);
                            visitor.message(offset, bytes);
                        }
                    }

                    @Override
                    public void lost(int number, long offset) {
                        if (number == queue && offset >= from && offset < to) {
                            visitor.unreadable(offset, "its group in the journal is damaged");
                        }
                    }
                },
                bytes -> {});
    }

    @Override
    public void close() {
        if (log != null) {
            log.close();
        }
    }
}
