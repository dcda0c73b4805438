package io.millrace.transport;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/**
 * Polls without waiting while events keep coming, then looks a bounded number of times more, then blocks.
 *
 * <p>Under load the next events are often there before a thread could have gone to sleep and been woken; a poll that returns at
 * once saves that switch. The idea is that of the poller in ByteDance's netpoll. The strategy has state, so each loop has one of its own.
 *
 * <pre>
 *            events                        nothing, {@link #EMPTY_POLLS_MAX} times
 *  POLLING ──────────► POLLING     POLLING ─────────────────► BLOCKED ──any wake-up──► POLLING
 * </pre>
 */
final class AdaptivePolling implements SelectStrategy {
    /**
     * Empty polls before the loop blocks. One: the first empty poll tells that the burst is over, each further one only takes the core
     * from the process that would send the next request. On two cores more of them cost throughput.
     */
    static final int EMPTY_POLLS_MAX = 1;

    private int emptyPollsLeft = EMPTY_POLLS_MAX;

    @Override
    public int calculateStrategy(IntSupplier pollNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            return note(pollNow.get());
        }
        if (emptyPollsLeft == 0) {
            emptyPollsLeft = EMPTY_POLLS_MAX;
            return SELECT;
        }
        int events = note(pollNow.get());
        if (events == 0) {
            emptyPollsLeft--;
            return CONTINUE;
        }
        return events;
    }

    private int note(int events) {
        if (events > 0) {
            emptyPollsLeft = EMPTY_POLLS_MAX;
        }
        return events;
    }
}
