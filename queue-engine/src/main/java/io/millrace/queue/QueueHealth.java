package io.millrace.queue;

import java.util.Map;

/**
 * Whether an engine does what it should, and what it knows of itself.
 *
 * @param writable whether appends can succeed
 * @param details short texts by name: queues, runs, bytes, what is wrong
 */
public record QueueHealth(boolean writable, Map<String, String> details) {

    public QueueHealth {
        details = Map.copyOf(details);
    }
}
