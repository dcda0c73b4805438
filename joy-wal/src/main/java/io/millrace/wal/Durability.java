package io.millrace.wal;

/**
 * What an appended record survives when {@link WriteAheadLog#append} returns, and what the log does by itself after that.
 *
 * <p>At every level {@link WriteAheadLog#awaitDurable} and {@link WriteAheadLog#sync} put records on the device.
 */
public enum Durability {
    /** Our memory has it. It survives nothing yet; a thread writes it to its file within a fraction of a second. */
    PAGE,
    /** The operating system has it: it survives a killed process, not a lost machine. No system call a record. */
    OS,
    /**
     * As {@link #PAGE}, and the log writes and forces by itself, as fast as the device takes it, a group of records at a time, into space that was written before.
     * A record survives a killed process and a lost machine once {@link WriteAheadLog#awaitDurable} or {@link WriteAheadLog#whenDurable} says so.
     */
    SYNC
}
