package io.millrace.newsql.boot;

import io.millrace.newsql.node.StoreException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why the data of an application's SQL server was not opened and what to do, in the place of a stack trace. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreException cause) {
        return new FailureAnalysis("The SQL server's data was not opened: " + cause.getMessage(), action(cause), cause);
    }

    private static String action(StoreException cause) {
        return switch (cause.reason()) {
            case IN_USE -> "End the other process that has the directory open, or give this one another with"
                    + " millrace.newsql.directory.";
            case CORRUPT -> "Keep a copy of the directory, then put a backup in its place (docs/operating/newsql.md).";
            case UNSUPPORTED -> "Open the directory with the version of Millrace that wrote it, or a later one.";
            case DISK_FULL -> "Free space on the device of the directory, or move the directory to a larger one.";
            case IO,
                    FAILED,
                    CLOSED,
                    BUSY,
                    LOST,
                    TARGET_EXISTS,
                    CONFLICT -> "Look at the system's log for errors of the device, and at the permissions of the"
                    + " directory (millrace.newsql.directory).";
        };
    }
}
