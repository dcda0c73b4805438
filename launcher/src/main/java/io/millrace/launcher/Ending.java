package io.millrace.launcher;

import java.util.concurrent.CountDownLatch;

/**
 * Lets a thread that serves wait for Ctrl-C or SIGTERM, and the JVM for what that thread closes then: opened before all else and so closed behind it.
 */
final class Ending implements AutoCloseable {

    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private Ending() {}

    /** From here on the JVM ends only after {@link #close}. */
    static Ending open() {
        Ending ending = new Ending();
        Runtime.getRuntime().addShutdownHook(new Thread(ending::tellAndWait, "millrace-ending"));
        return ending;
    }

    void await() throws InterruptedException {
        told.await();
    }

    private void tellAndWait() {
        told.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
