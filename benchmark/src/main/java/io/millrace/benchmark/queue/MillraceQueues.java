package io.millrace.benchmark.queue;

import io.millrace.queue.QueueConfig;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueStore;
import io.millrace.wal.Durability;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ours: the contest's {@link QueueStore}, with the memory and the epochs of the settings and defaults for all else.
 *
 * <p>{@link QueueLevel#SYNC} is group commit: puts at {@code PAGE} and a {@link QueueEngine#sync()} at each commit, behind which they are on the device; where a
 * thread commits after every put, the engine's own level {@code SYNC}, at which each put waits.
 */
public final class MillraceQueues implements QueueSubject {
    private @Nullable QueueEngine engine;
    private @Nullable QueueStore store;
    private boolean syncs;

    @Override
    public void open(Path directory, QueueSettings settings) {
        boolean each = settings.commitEvery() == 1;
        syncs = settings.level() == QueueLevel.SYNC && !each;
        Durability durability =
                switch (settings.level()) {
                    case PAGE -> Durability.PAGE;
                    case OS -> Durability.OS;
                    case SYNC -> each ? Durability.SYNC : Durability.PAGE;
                };
        QueueEngine opened = QueueEngine.open(
                directory,
                QueueConfig.defaults()
                        .withDurability(durability)
                        .withMemoryBytes((long) settings.memoryMib() << 20)
                        .withEpochBytes(settings.epochMib() << 20));
        engine = opened;
        store = opened.store();
    }

    @Override
    public void put(String queue, byte[] message) {
        QueueSubjects.opened(store).put(queue, message);
    }

    @Override
    public Collection<byte[]> get(String queue, long offset, long count) {
        return QueueSubjects.opened(store).get(queue, offset, count);
    }

    @Override
    public void commit() {
        if (syncs) {
            QueueSubjects.opened(engine).sync();
        }
    }

    @Override
    public String describe() {
        Map<String, String> details =
                new TreeMap<>(QueueSubjects.opened(engine).health().details());
        return ", " + details;
    }

    @Override
    public void close() {
        QueueSubjects.opened(engine).close();
    }
}
