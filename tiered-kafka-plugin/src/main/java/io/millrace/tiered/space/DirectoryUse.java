package io.millrace.tiered.space;

import java.nio.file.Path;

/**
 * How full a directory of logs is. A value.
 *
 * @param path the directory
 * @param usedBytes what counts against the marks: data of segments, or with marks in percent all that its disk holds; without what Kafka deletes in a moment
 * @param usableBytes that its disk still takes
 * @param capacityBytes of its disk
 * @param highBytes above it segments leave
 * @param lowBytes until the use is at most this
 */
record DirectoryUse(Path path, long usedBytes, long usableBytes, long capacityBytes, long highBytes, long lowBytes) {

    boolean isAboveHigh() {
        return usedBytes > highBytes;
    }

    /** Bytes to free; 0 while it is below the high mark. */
    long wantedBytes() {
        return isAboveHigh() ? usedBytes - lowBytes : 0;
    }

    /** What its disk still takes once the use is at the high mark. */
    long headroomBytes() {
        return usableBytes - Math.max(0, highBytes - usedBytes);
    }
}
