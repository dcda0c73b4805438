package io.millrace.newsql.node;

/** Told how far a backup is, in the thread that asked for it. What it throws ends the backup, which then leaves nothing behind. */
@FunctionalInterface
public interface BackupProgress {

    /** Tells nobody. */
    BackupProgress NONE = (bytes, bytesTotal) -> {};

    /** So many bytes of the copy are made, by link or by copying, of those that it will have. */
    void copied(long bytes, long bytesTotal);
}
