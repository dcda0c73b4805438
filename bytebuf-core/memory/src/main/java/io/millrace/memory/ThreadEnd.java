package io.millrace.memory;

/** Waits for threads that use memory or files which their owner is about to give back. <b>Threads.</b> Safe. */
public final class ThreadEnd {

    private ThreadEnd() {}

    /** Returns when the thread has ended. An interrupt does not shorten the wait: the caller's flag is set again at its end. */
    public static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
