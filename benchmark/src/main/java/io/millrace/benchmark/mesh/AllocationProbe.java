package io.millrace.benchmark.mesh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Heap bytes that the live threads of a JVM have allocated so far, from {@code jcmd PID Thread.print -e}.
 *
 * <p>The JVM prints whole KiB or MiB a thread, so a difference is good to about 1 MiB a busy thread.
 */
final class AllocationProbe {
    private static final Pattern ALLOCATED = Pattern.compile(" allocated=(\\d+)([BKMG]) ");
    private static final String UNITS = "BKMG";

    private AllocationProbe() {}

    /** Sum over the processes; NaN where {@code jcmd} is missing or does not answer. */
    static double bytes(Path jcmd, List<Long> pids) throws IOException, InterruptedException {
        if (!Files.isExecutable(jcmd)) {
            return Double.NaN;
        }
        double sum = 0;
        for (long pid : pids) {
            Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "Thread.print", "-e")
                    .redirectErrorStream(true)
                    .start();
            String dump = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                return Double.NaN;
            }
            sum += sum(dump);
        }
        return sum;
    }

    /** Sum over the threads of one dump. */
    static double sum(String dump) {
        double sum = 0;
        Matcher matcher = ALLOCATED.matcher(dump);
        while (matcher.find()) {
            sum += Double.parseDouble(matcher.group(1)) * (1L << (10 * UNITS.indexOf(matcher.group(2))));
        }
        return sum;
    }
}
