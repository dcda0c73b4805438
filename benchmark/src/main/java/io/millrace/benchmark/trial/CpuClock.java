package io.millrace.benchmark.trial;

import io.millrace.benchmark.process.ProcessUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** User and system time of this process and of those that work for it, for example a broker; microseconds. */
public final class CpuClock {
    private final List<Long> pids =
            new ArrayList<>(List.of(ProcessHandle.current().pid()));

    public CpuClock(List<Long> others) {
        pids.addAll(others);
    }

    /** Since the processes began. {@link IOException} where one is gone. */
    public long micros() throws IOException {
        long sum = 0;
        for (long pid : pids) {
            sum += ProcessUsage.of(pid).cpuMicros();
        }
        return sum;
    }
}
