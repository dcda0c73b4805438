package io.millrace.benchmark.peers.tiered;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** A question to the broker, whose failure is an {@link IOException}. */
@FunctionalInterface
interface AdminCall<T> {
    T get() throws ExecutionException, InterruptedException, TimeoutException;

    static <T> T of(AdminCall<T> call) throws IOException, InterruptedException {
        try {
            return call.get();
        } catch (ExecutionException e) {
            throw new IOException("the broker refuses: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException("the broker does not answer", e);
        }
    }
}
