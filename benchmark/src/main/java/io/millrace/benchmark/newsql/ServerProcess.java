package io.millrace.benchmark.newsql;

import io.millrace.benchmark.process.Child;
import java.nio.file.Path;

/**
 * A contender that runs.
 *
 * @param directory where its files are: fsync is probed on the same device
 */
record ServerProcess(String name, Child child, int port, Path directory) {
    static final String OURS = "millrace";

    boolean isOurs() {
        return name.equals(OURS);
    }
}
