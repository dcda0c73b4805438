package io.millrace.queue;

import io.millrace.memory.Page;
import io.millrace.queue.QueueInspector.MessageVisitor;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.run.MessageSink;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import io.millrace.queue.run.RunReader;
import java.io.IOException;
import java.time.Duration;

/** Shows the messages of one queue, first those in runs, then those in the journal. <b>Threads:</b> one. */
final class InspectMessages {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int WINDOWS = 1;
    private static final int READ_AHEAD = 128 << 10;

    private final InspectedStore store;

    InspectMessages(InspectedStore store) {
        this.store = store;
    }

    /** Returns false if there is no such queue. */
    boolean dump(String name, long fromOffset, long count, MessageVisitor visitor) throws IOException {
        Catalog catalog = store.state().catalog();
        store.runs().follow();
        store.replay(InspectReplay.Taker.NOBODY);
        int queue = catalog.find(name);
        if (queue < 0) {
            return false;
        }
        long from = Math.max(fromOffset, catalog.first(queue));
        long to = Math.min(fromOffset + Math.min(count, Long.MAX_VALUE - fromOffset), catalog.next(queue));
        long next = from;
        for (long id : store.runs().readable()) {
            if (next < Math.min(to, catalog.sortedNext(queue))) {
                next = dumpRun(id, queue, next, to, visitor);
            }
        }
        for (; next < Math.min(to, catalog.sortedNext(queue)); next++) {
            visitor.unreadable(next, "it is in no run");
        }
        if (next < to) {
            store.journal().messages(store.state(), queue, next, to, visitor);
        }
        return true;
    }

    private long dumpRun(long id, int queue, long from, long to, MessageVisitor visitor) {
        RunExtent extent = new RunExtent();
        long next = from;
        Run run = Run.open(store.state().runFile(id), store.state().storage());
        try (RunReader reader = RunReader.create(store.state().memory(), PATIENCE, WINDOWS, READ_AHEAD)) {
            if (!run.locate(queue, extent)) {
                return next;
            }
            for (; next < Math.min(to, extent.firstOffset()); next++) {
                visitor.unreadable(next, "it is in no run");
            }
            long end = Math.min(to, extent.nextOffset());
            while (next < end) {
                try {
                    next += run.read(queue, next, (int) Math.min(end - next, 1 << 20), 1 << 20, reader, sink(visitor));
                } catch (QueueException e) {
                    visitor.unreadable(next++, String.valueOf(e.getMessage()));
                }
            }
            return next;
        } finally {
            run.release();
        }
    }

    private static MessageSink sink(MessageVisitor visitor) {
        return new MessageSink() {
            @Override
            public void accept(long offset, Page page, int index, int length) {
                byte[] bytes = new byte[length];
                page.copyOut(index, bytes, 0, length);
                visitor.message(offset, bytes);
            }

            @Override
            public void lost(long offset) {
                visitor.unreadable(offset, "a repair has marked it as lost");
            }
        };
    }
}
