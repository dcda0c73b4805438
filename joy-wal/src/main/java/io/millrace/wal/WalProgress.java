package io.millrace.wal;

/** Told how far a long look at a log has come. */
@FunctionalInterface
public interface WalProgress {

    /** For those who do not ask. */
    WalProgress NONE = (done, total) -> {};

    /** So many bytes of so many are done. */
    void at(long doneBytes, long totalBytes);
}
