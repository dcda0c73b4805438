package io.millrace.benchmark.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Some threads that do the same work side by side. */
public final class Crew {
    /** The work of one thread. */
    @FunctionalInterface
    public interface Work {
        /** Returns how much was done. */
        long run(int thread) throws Exception;
    }

    private Crew() {}

    /** Runs the work on that many new threads and sums what they return; the first failure comes out as it is. */
    public static long sum(int threads, Work work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Long>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                parts.add(executor.submit(() -> work.run(thread)));
            }
            long sum = 0;
            for (Future<Long> part : parts) {
                sum += part.get();
            }
            return sum;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }
}
