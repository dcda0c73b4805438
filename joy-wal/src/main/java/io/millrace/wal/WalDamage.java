package io.millrace.wal;

import java.nio.file.Path;

/**
 * A stretch of a log that does not hold.
 *
 * @param segment the file
 * @param position where the stretch begins
 * @param bytes how long it is: up to the next group that holds, or to the end of the segment
 * @param wasDurable whether a later group or header knew that it had been on the device; else it may be a tail that a crash cut off, which opening the log cuts by itself
 * @param what what is wrong
 */
public record WalDamage(Path segment, long position, long bytes, boolean wasDurable, String what) {}
