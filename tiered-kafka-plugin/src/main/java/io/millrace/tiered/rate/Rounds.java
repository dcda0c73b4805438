package io.millrace.tiered.rate;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that does the same again and again, with a pause behind each round.
 *
 * <p><b>Threads.</b> {@link #close} is for anybody. <b>Ownership.</b> Closing interrupts the thread and waits for its end, some seconds at most; a second close does nothing.
 */
public final class Rounds implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Rounds.class);

    /** Longer than one question to Kafka takes, which is what an end may have to ask. */
    private static final long END_MILLIS = 15_000;

    private final Thread thread;

    /** What is done. It sees to its own failures: one that it throws ends the thread, as an interrupt does. */
    @FunctionalInterface
    public interface Round {

        /** Once. */
        void run() throws InterruptedException;
    }

    private Rounds(Thread thread) {
        this.thread = thread;
    }

    /** Begins. */
    public static Rounds start(String name, Round round, Duration pause, WaitingClock clock) {
        Thread thread = new Thread(() -> repeat(round, pause, clock), name);
        thread.setDaemon(true);
        thread.start();
        return new Rounds(thread);
    }

    private static void repeat(Round round, Duration pause, WaitingClock clock) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                round.run();
                clock.sleep(pause.toNanos());
            }
        } catch (InterruptedException asked) {
            LOGGER.debug("rounds end");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
