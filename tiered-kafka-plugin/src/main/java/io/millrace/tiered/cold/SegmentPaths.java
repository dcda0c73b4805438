package io.millrace.tiered.cold;

import java.nio.file.Path;
import org.apache.kafka.common.Uuid;

/** The names of a segment's files in a folder of a partition. */
record SegmentPaths(Path folder, Uuid id) {

    static final String DATA = ".data";
    static final String MANIFEST = ".manifest";
    static final String NEW = ".new";

    Path data() {
        return folder.resolve(id + DATA);
    }

    Path manifest() {
        return folder.resolve(id + MANIFEST);
    }

    Path newData() {
        return folder.resolve(id + DATA + NEW);
    }

    Path newManifest() {
        return folder.resolve(id + MANIFEST + NEW);
    }
}
