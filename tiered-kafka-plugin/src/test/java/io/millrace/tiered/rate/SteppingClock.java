package io.millrace.tiered.rate;

/** A clock that jumps over what is slept. One thread. */
final class SteppingClock implements WaitingClock {

    private long now;
    private long eventAt = Long.MAX_VALUE;
    private Runnable event = () -> {};

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        now += nanos;
        if (now >= eventAt) {
            eventAt = Long.MAX_VALUE;
            event.run();
        }
    }

    /** Does something during a sleep. */
    void then(long at, Runnable what) {
        eventAt = at;
        event = what;
    }
}
