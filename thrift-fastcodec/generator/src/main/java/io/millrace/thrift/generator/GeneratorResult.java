package io.millrace.thrift.generator;

import java.util.List;

/**
 * What a run came to.
 *
 * @param files in the output, below it; all of them, changed or not
 * @param written how many of them were new or changed
 * @param deleted how many files of an earlier run are no more
 * @param warnings what can be meant and seldom is
 */
public record GeneratorResult(List<String> files, int written, int deleted, List<IdlProblem> warnings) {

    /** Whether nothing had to be done. */
    public boolean isUpToDate() {
        return written == 0 && deleted == 0;
    }
}
