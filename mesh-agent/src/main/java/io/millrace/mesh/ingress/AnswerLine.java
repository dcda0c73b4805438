package io.millrace.mesh.ingress;

import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection whose answers are owed, in the order in which the answers must leave.
 *
 * <p><b>Threads</b>: one event loop.
 */
final class AnswerLine {
    private @Nullable Exchange first;
    private @Nullable Exchange last;
    private int owed;

    /** Puts a request at the end. */
    <E extends Exchange> E add(E exchange) {
        Exchange before = last;
        if (before == null) {
            first = exchange;
        } else {
            before.next(exchange);
        }
        last = exchange;
        owed++;
        return exchange;
    }

    boolean isFirst(Exchange exchange) {
        return exchange == first;
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Answers that have not left. */
    int owed() {
        return owed;
    }

    /**
     * Takes the first, whose answer was just written, out of the line, and writes those behind it that were ready before.
     *
     * @param endsConnection asked of each that leaves; after the first yes nothing more is written
     * @return whether it said yes
     */
    boolean leave(WriteBatch out, Predicate<Exchange> endsConnection) {
        boolean ends = false;
        Exchange done = first;
        while (done != null && done.isAnswered() && !ends) {
            ByteBuf kept = done.takeKept();
            if (kept != null) {
                out.append(kept);
            }
            owed--;
            ends = endsConnection.test(done);
            first = done.next();
            done = first;
        }
        if (first == null) {
            last = null;
        }
        return ends;
    }

    /** The connection is gone: nothing is owed any more. */
    void abandon() {
        for (Exchange each = first; each != null; each = each.next()) {
            ByteBuf kept = each.takeKept();
            if (kept != null) {
                kept.release();
            }
            each.onAbandoned();
        }
        first = null;
        last = null;
        owed = 0;
    }
}
