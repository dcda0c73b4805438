package io.millrace.newsql.execute;

import org.jspecify.annotations.Nullable;

/** Rows that wait in files until there is room for them, all of one key in the same file. One thread. Must be closed. */
final class Partitions implements AutoCloseable {

    /** Files that rows are divided into. */
    static final int COUNT = 16;

    private static final int COUNT_BITS = 4;

    /** So often rows are divided: 16 to the power of it is more than any budget divides a file by. */
    static final int DEPTH_MAX = 6;

    private static final int SPREAD = 0x9E3779B9;

    private final Execution execution;
    private final int depth;
    private final @Nullable SpillFile[] files = new @Nullable SpillFile[COUNT];
    private int next;

    /** @param depth how often the rows were divided before: each time by other bits of their keys' hashes */
    Partitions(Execution execution, int depth) {
        this.execution = execution;
        this.depth = depth;
    }

    /** Puts a row to the others of its kind. @param parts arrays of values, in the order in which they are read again */
    void add(Object key, @Nullable Object[]... parts) {
        int hash = key.hashCode() * SPREAD;
        int index = hash >>> Integer.SIZE - COUNT_BITS * (depth + 1) & COUNT - 1;
        SpillFile file = files[index];
        if (file == null) {
            file = execution.newFile();
            files[index] = file;
        }
        file.add(parts);
    }

    /** The rows of the next file; null if there is none. The one before is gone. */
    SpillFile.@Nullable Reader next() {
        if (next > 0) {
            close(next - 1);
        }
        while (next < COUNT) {
            SpillFile.Reader rows = read(next++);
            if (rows != null) {
                return rows;
            }
        }
        return null;
    }

    /** The rows of one file; null if it has none. */
    SpillFile.@Nullable Reader read(int index) {
        SpillFile file = files[index];
        if (file == null) {
            return null;
        }
        file.flush();
        return file.read(0);
    }

    /** The rows of a file are not wanted any more. */
    void close(int index) {
        SpillFile file = files[index];
        files[index] = null;
        if (file != null) {
            execution.close(file);
        }
    }

    @Override
    public void close() {
        for (int i = 0; i < COUNT; i++) {
            close(i);
        }
    }
}
