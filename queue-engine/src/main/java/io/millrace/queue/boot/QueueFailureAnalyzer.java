package io.millrace.queue.boot;

import io.millrace.queue.QueueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why the engine of an application was not opened and what to do, in the place of a stack trace. */
final class QueueFailureAnalyzer extends AbstractFailureAnalyzer<QueueException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, QueueException cause) {
        return new FailureAnalysis("The queue engine was not opened: " + cause.getMessage(), action(cause), cause);
    }

    private static String action(QueueException cause) {
        return switch (cause.reason()) {
            case IN_USE -> "End the other process that has the directory open, or give this application another one with"
                    + " millrace.queue.directory.";
            case CORRUPT,
                    LOST -> "Run `./millrace queue verify` on the directory to see what is damaged; keep a copy of it, then"
                    + " `./millrace queue repair` leaves one that opens and says what was lost.";
            case UNSUPPORTED_VERSION -> "Open the directory with the version of Millrace that wrote it, or a later one.";
            case DISK_FULL -> "Free space on the device of the directory, or move the directory to a larger one.";
            case BACKPRESSURE,
                    FULL -> "Raise millrace.queue.memory or millrace.queue.queues-max: the directory holds more than they allow.";
            case IO,
                    CLOSED,
                    DELETED -> "Look at the system's log for errors of the device, and at the permissions of the directory"
                    + " (millrace.queue.directory).";
        };
    }
}
