package io.millrace.tiered.cold;

import io.millrace.tiered.disk.DiskFile;
import io.millrace.tiered.disk.DiskReads;
import java.io.IOException;

/**
 * A segment that was found: what it is, and where.
 *
 * @param manifest what it is
 * @param directory where it is
 */
public record ColdSegment(Manifest manifest, ColdDirectory directory) {

    /** Opens its data, one channel for this caller alone, who closes it. */
    public DiskFile openData() throws IOException {
        return directory.openData(manifest);
    }

    /** The reads of its disk. */
    public DiskReads reads() {
        return directory.reads();
    }
}
