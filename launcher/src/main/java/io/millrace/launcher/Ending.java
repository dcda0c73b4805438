package io.millrace.launcher;

import java.util.concurrent.CountDownLatch;

/** Lets a thread that serves wait for Ctrl-C or SIGTERM, and the JVM for that thread's end. */
final class Ending {

    private final CountDownLatch told = new CountDownLatch(1);
    private final Thread serving = Thread.currentThread();

    private Ending() {}

    /** From here on the JVM ends only after the thread that calls this has. */
    static Ending ofThisThread() {
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
            serving.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
