package io.millrace.transport;

import java.util.Objects;

/**
 * Settings of a set of event loops; immutable.
 *
 * @param kind the kernel interface; {@link TransportKind#AUTO} picks the best that the machine has
 * @param threads event loops, each with a thread of its own; 0 stands for half the cores, at least 1
 * @param adaptivePolling whether a loop polls again without waiting while events keep coming, for less latency and fewer sleeps at the
 *     cost of some CPU time when load is light; only for epoll and NIO, and off where there are as many loops as cores whatever is asked
 * @param allocator where buffers come from
 */
public record TransportConfig(TransportKind kind, int threads, boolean adaptivePolling, AllocatorKind allocator) {
    private static final TransportConfig DEFAULTS =
            new TransportConfig(TransportKind.AUTO, 0, true, AllocatorKind.POOLED);

    /**
     * @throws IllegalArgumentException if {@code threads} is negative
     */
    public TransportConfig {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(allocator, "allocator");
        if (threads < 0) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: >= 0)");
        }
    }

    /** Automatic kind and number of threads, adaptive polling, pooled buffers. */
    public static TransportConfig defaults() {
        return DEFAULTS;
    }

    public TransportConfig withKind(TransportKind changed) {
        return new TransportConfig(changed, threads, adaptivePolling, allocator);
    }

    public TransportConfig withThreads(int changed) {
        return new TransportConfig(kind, changed, adaptivePolling, allocator);
    }

    public TransportConfig withAdaptivePolling(boolean changed) {
        return new TransportConfig(kind, threads, changed, allocator);
    }

    public TransportConfig withAllocator(AllocatorKind changed) {
        return new TransportConfig(kind, threads, adaptivePolling, changed);
    }
}
