package io.millrace.newsql.observation;

import org.jspecify.annotations.Nullable;

/**
 * How far the copy of the store is that runs, or how the last one ended. A value.
 *
 * @param id of the session's connection that asked for it
 * @param endedMillis 0 while it runs
 * @param bytesTotal what the copy will have; 0 before that is known
 * @param error what ended it; null if nothing did
 */
public record CloneProgress(
        long id, long begunMillis, long endedMillis, long bytes, long bytesTotal, @Nullable String error) {

    private static final long SECOND_MILLIS = 1000;

    public static CloneProgress begun(long id) {
        return new CloneProgress(id, System.currentTimeMillis(), 0, 0, 0, null);
    }

    public CloneProgress copied(long done, long ofAll) {
        return new CloneProgress(id, begunMillis, 0, done, ofAll, null);
    }

    public CloneProgress ended(long all, @Nullable String why) {
        return new CloneProgress(id, begunMillis, System.currentTimeMillis(), all, Math.max(all, bytesTotal), why);
    }

    /** As {@code performance_schema.clone_progress} names it. */
    public String state() {
        if (error != null) {
            return "Failed";
        }
        return endedMillis == 0 ? "In Progress" : "Completed";
    }

    /** Bytes a second while it runs, 0 afterwards, as MySQL shows it. */
    public long bytesASecond() {
        long millis = Math.max(1, System.currentTimeMillis() - begunMillis);
        return endedMillis == 0 ? bytes * SECOND_MILLIS / millis : 0;
    }
}
