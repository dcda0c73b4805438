package io.millrace.wal;

import java.time.Duration;

/**
 * What opening a log found: what was kept, what was cut, and how long it took.
 *
 * @param start position where the log begins
 * @param end position where appends go on
 * @param segments files of the log
 * @param scannedBytes bytes whose checksums were computed; segments known to be on the device are not read
 * @param salvagedRecords records kept behind the last seal: they were published by a process that was killed, and the system still had them
 * @param holes places that the killed process had claimed and not published, stepped over
 * @param droppedBytes bytes behind {@code end} that were not zero: never acknowledged as durable, and cut
 * @param droppedGroups valid groups among them: the blocks of a lost machine land in any order
 * @param duration how long it took
 */
public record RecoveryReport(
        long start,
        long end,
        int segments,
        long scannedBytes,
        long salvagedRecords,
        long holes,
        long droppedBytes,
        long droppedGroups,
        Duration duration) {}
