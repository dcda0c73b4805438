package io.millrace.benchmark.codec;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the current thread has used so far: CPU time, and bytes allocated on the heap. What the collector and the compilers use is theirs. */
final class ThreadCosts {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private ThreadCosts() {}

    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
