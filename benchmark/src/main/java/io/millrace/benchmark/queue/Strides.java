package io.millrace.benchmark.queue;

/**
 * The order in which one thread of the lean tester goes through its own queues. Its queues are those whose index leaves
 * the thread's number as the remainder by the number of threads.
 */
final class Strides {
    private static final double ZIPF_EXPONENT = 0.99;

    /** Larger than any number of queues and prime, so that multiples of it walk through all places in a wild order. */
    private static final long SCATTER = 2_147_483_629L;

    private final Arrival arrival;
    private final int thread;
    private final int threads;
    private final int own;
    private final Dice dice;
    private final ZipfRanks ranks;
    private int next;

    Strides(Workload workload, int thread) {
        arrival = workload.arrival();
        this.thread = thread;
        threads = workload.threads();
        own = (workload.queues() - thread + threads - 1) / threads;
        dice = new Dice(workload.seed() + thread);
        ranks = new ZipfRanks(Math.max(1, own), ZIPF_EXPONENT);
    }

    /** How many queues are the thread's own; may be 0. */
    int own() {
        return own;
    }

    /** The queue of the next message. */
    int next() {
        return thread + threads * place();
    }

    private int place() {
        return switch (arrival) {
            case LOCKSTEP -> {
                int place = next;
                next = place + 1 == own ? 0 : place + 1;
                yield place;
            }
            case RANDOM -> dice.below(own);
            case ZIPF -> (int) (ranks.next(dice) * SCATTER % own);
        };
    }
}
