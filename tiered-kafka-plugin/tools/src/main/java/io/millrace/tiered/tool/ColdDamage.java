package io.millrace.tiered.tool;

import java.nio.file.Path;

/**
 * Something in a cold directory that is not as it was written.
 *
 * @param file where
 * @param segment which segment it costs: topic if its manifest can be read, ids
 * @param what is wrong
 */
public record ColdDamage(Path file, String segment, String what) {

    @Override
    public String toString() {
        return what + ", file=" + file + ", " + segment;
    }
}
