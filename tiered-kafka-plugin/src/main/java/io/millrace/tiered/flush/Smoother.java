package io.millrace.tiered.flush;

import io.millrace.tiered.FlushConfig;
import io.millrace.tiered.rate.Rounds;
import io.millrace.tiered.rate.WaitingClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forces what Kafka writes in small parts, with one thread a directory of logs.
 *
 * <p><b>Threads.</b> Safe. <b>Ownership.</b> {@link #close} ends the threads; a second close does nothing.
 */
public final class Smoother implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Smoother.class);

    private final List<DirectorySmoother> directories = new ArrayList<>();
    private final List<Rounds> rounds = new ArrayList<>();

    private Smoother() {}

    /** Begins, if the config says so. */
    public static Smoother open(FlushConfig config, List<Path> directories, WaitingClock clock) {
        Smoother smoother = new Smoother();
        if (config.isOn()) {
            directories.forEach(directory -> smoother.start(new DirectorySmoother(directory, config, clock), clock));
            LOGGER.info("segments are forced as they grow: directories={} config={}", directories, config);
        }
        return smoother;
    }

    private void start(DirectorySmoother directory, WaitingClock clock) {
        String name = "millrace-tiered-flush-" + directories.size();
        directories.add(directory);
        rounds.add(Rounds.start(name, directory::safeRound, DirectorySmoother.PAUSE, clock));
    }

    /** Segments that were forced. */
    public long forces() {
        return sum(DirectorySmoother::forces);
    }

    /** Bytes that were new in them. */
    public long bytes() {
        return sum(DirectorySmoother::bytes);
    }

    /** Looks that failed. */
    public long failures() {
        return sum(DirectorySmoother::failures);
    }

    private long sum(ToLongFunction<DirectorySmoother> of) {
        return directories.stream().mapToLong(of).sum();
    }

    @Override
    public void close() {
        rounds.forEach(Rounds::close);
    }
}
