package io.millrace.mesh.egress;

import io.micrometer.core.instrument.Timer;
import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import io.millrace.mesh.ProviderConfig;
import io.millrace.mesh.flow.WaitingRoom;
import io.millrace.mesh.link.LinkStatus;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Lets no more than the capacity of calls into the provider, and a little less where the capacity is large: a provider answers
 * before the thread that worked is back in its pool, so the last few places are not free yet when their answers arrive. When the
 * provider refuses a call all the same, the limit falls below what it had then, and rises again by and by.
 *
 * <p>Other calls wait in the order of their deadlines; when as many wait as may, the answer is BUSY, which tells the consumer agent
 * that nothing was executed.
 *
 * <p>A call whose deadline passes inside the provider is answered, but keeps its place there: the provider's thread is still at it.
 * The place is taken back after {@value #ABANDON_SECONDS} s, since a request that a sound connection never answers was lost in the
 * provider.
 *
 * <p><b>Threads</b>: the agent's loop.
 */
final class ProviderGate {
    private static final long ABANDON_SECONDS = 60;
    private static final long ABANDON_NANOS = TimeUnit.SECONDS.toNanos(ABANDON_SECONDS);

    /** One place in so many is left free for threads on their way back to the pool. */
    private static final int RETURNING = 50;
    /** After a refusal the limit stands still for this long before it rises, by one at each sweep. */
    private static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Upstream provider;
    private final int most;
    private final String serviceOfMeters;
    private final MeterBook book;
    private final WaitingRoom<ProviderCall> room;
    private final Map<Integer, Timer> timers = new HashMap<>();
    private int limit;
    private long refusedNanos;
    private boolean admitting;

    ProviderGate(ProviderConfig config, Upstream provider, MeterBook book) {
        this.provider = provider;
        this.most = config.capacity() - config.capacity() / RETURNING;
        this.limit = most;
        this.room = new WaitingRoom<>(config.queueLimit());
        this.book = book;
        this.serviceOfMeters = config.services().get(0).key().toString();
    }

    /** Calls that may be in the provider at a time now. */
    int limit() {
        return limit;
    }

    /** The provider had no thread for a call: so many at a time were too many. */
    void onPoolExhausted() {
        limit = Math.max(Math.max(1, most / 2), Math.min(limit, inProvider()) - 1);
        refusedNanos = System.nanoTime();
    }

    /** Calls that the provider has and has not answered. */
    int inProvider() {
        return provider.openCalls();
    }

    int waiting() {
        return room.size();
    }

    /** Sends the call on, lets it wait, or refuses it (borrows the arguments). */
    void submit(ProviderCall call, ByteBuf in, int index, int length) {
        if (!provider.isUp()) {
            call.refuse(LinkStatus.UNAVAILABLE, provider.lastFailure());
        } else if (hasRoom() && room.isEmpty()) {
            provider.send(call, in, index, length);
        } else {
            ByteBuf payload = in.retainedSlice(index, length);
            call.keep(payload);
            if (!room.offer(call)) {
                call.takePayload().release();
                call.refuse(
                        LinkStatus.BUSY,
                        "provider has " + inProvider() + " calls (limit: " + limit + ") and " + room.size() + " wait");
            }
        }
    }

    private boolean hasRoom() {
        return inProvider() < limit && provider.hasRoom();
    }

    /** A call has left the provider: the next that waits may go. */
    void onPlaceFree() {
        if (admitting) {
            return; // a call that left at once led here; the loop below goes on
        }
        admitting = true;
        try {
            while (!room.isEmpty() && provider.isUp() && hasRoom()) {
                ProviderCall next = room.poll();
                if (next == null) {
                    return;
                }
                admit(next);
            }
        } finally {
            admitting = false;
        }
    }

    private void admit(ProviderCall next) {
        ByteBuf payload = next.takePayload();
        try {
            if (next.deadlineNanos() - System.nanoTime() <= 0) {
                next.refuse(LinkStatus.EXPIRED, "deadline passed while the call waited for the provider");
            } else if (next.session().isConnected()) {
                provider.send(next, payload, payload.readerIndex(), payload.readableBytes());
            }
        } finally {
            payload.release();
        }
    }

    /** The provider takes no calls: those that wait are handed back, to be sent elsewhere. */
    void onDown(String why) {
        for (ProviderCall call = room.poll(); call != null; call = room.poll()) {
            call.takePayload().release();
            call.refuse(LinkStatus.UNAVAILABLE, why);
        }
    }

    /** Ends what has run out of time; called now and then. */
    void sweep(long nowNanos) {
        if (limit < most && nowNanos - refusedNanos >= RECOVERY_NANOS) {
            limit++;
        }
        for (ProviderCall call = room.pollExpired(nowNanos); call != null; call = room.pollExpired(nowNanos)) {
            if (call.isWaiting()) {
                call.takePayload().release();
                call.refuse(LinkStatus.EXPIRED, "deadline passed while the call waited for the provider");
            }
        }
        List<ProviderCall> abandoned = new ArrayList<>();
        provider.forEachOpen(call -> {
            long late = nowNanos - call.deadlineNanos();
            if (late >= 0 && !call.isAnswered()) {
                call.refuse(LinkStatus.TIMED_OUT, "provider did not answer before the deadline");
            }
            if (late >= ABANDON_NANOS) {
                abandoned.add(call);
            }
        });
        abandoned.forEach(provider::forget);
        provider.sweep(nowNanos);
        onPlaceFree();
    }

    void record(ProviderCall call, int status) {
        timers.computeIfAbsent(
                        status,
                        each -> book.timer(MeshMeters.CALLS, "provider", serviceOfMeters, LinkStatus.nameOf(each)))
                .record(System.nanoTime() - call.arrivedNanos(), TimeUnit.NANOSECONDS);
    }
}
