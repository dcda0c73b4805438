package io.millrace.benchmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has used so far, as Linux tells it in {@code /proc/PID}.
 *
 * <p>Units: microseconds of user and system time of all its threads, ended ones included, children not; KiB of resident
 * memory. The kernel counts in hundredths of a second: over ten seconds the error is a thousandth.
 *
 * @param cpuMicros user and system time since the process began
 * @param residentKib resident set size now
 */
public record ProcessUsage(long cpuMicros, long residentKib) {
    /** Linux reports {@code USER_HZ} ticks, which is 100 on every architecture that runs this. */
    private static final long MICROS_PER_TICK = 10_000;

    /** Reads both files; {@link IOException} where the process is gone or this is not Linux. */
    public static ProcessUsage of(long pid) throws IOException {
        Path directory = Path.of("/proc", Long.toString(pid));
        return new ProcessUsage(
                cpuMicros(Files.readString(directory.resolve("stat"))),
                residentKib(Files.readAllLines(directory.resolve("status"))));
    }

    /** Sum over several processes. */
    public static ProcessUsage sum(List<ProcessUsage> parts) {
        return new ProcessUsage(
                parts.stream().mapToLong(ProcessUsage::cpuMicros).sum(),
                parts.stream().mapToLong(ProcessUsage::residentKib).sum());
    }

    /** The fields utime and stime (14 and 15, from 1) of {@code /proc/PID/stat}. */
    static long cpuMicros(String stat) {
        // Field 2 is the command in parentheses and may hold spaces and parentheses itself: count from its end.
        int commandEnd = stat.lastIndexOf(')');
        if (commandEnd < 0) {
            throw new IllegalArgumentException("not a line of /proc/PID/stat: " + stat);
        }
        String[] fields = stat.substring(commandEnd + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MICROS_PER_TICK;
    }

    /** {@code VmRSS} of {@code /proc/PID/status}; 0 for a process that has ended and not been waited for. */
    static long residentKib(List<String> status) {
        for (String line : status) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.substring(6).replace("kB", "").trim());
            }
        }
        return 0;
    }
}
