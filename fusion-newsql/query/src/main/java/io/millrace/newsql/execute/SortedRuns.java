package io.millrace.newsql.execute;

import io.millrace.newsql.execute.Sorter.Sorted;
import io.millrace.newsql.plan.SortKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Sorted rows in files, and the merge of them. One thread. Must be closed. */
final class SortedRuns implements AutoCloseable {

    /** Files that are merged at a time: each costs a buffer. */
    private static final int RUNS_MAX = 32;

    private final Execution execution;
    private final List<SpillFile> files = new ArrayList<>();
    private final PriorityQueue<Head> heads;

    /** The first row of a run that is left. */
    private record Head(Sorted row, Iterator<Sorted> rest) {}

    SortedRuns(List<SortKey> order, Execution execution) {
        this.execution = execution;
        this.heads = new PriorityQueue<>((left, right) -> left.row().compare(right.row(), order));
    }

    /** Writes a run. @param rows sorted */
    void add(List<Sorted> rows) {
        if (files.size() == RUNS_MAX) {
            mergeFiles();
        }
        SpillFile file = execution.newFile();
        files.add(file);
        rows.forEach(row -> write(file, row));
        file.flush();
    }

    private static void write(SpillFile file, Sorted row) {
        file.add(row.values(), row.keys(), new @Nullable Object[] {row.place()});
    }

    /** Makes one of all runs. */
    private void mergeFiles() {
        List<SpillFile> merged = List.copyOf(files);
        SpillFile all = execution.newFile();
        merge();
        for (Sorted row = next(); row != null; row = next()) {
            execution.step();
            write(all, row);
        }
        all.flush();
        files.clear();
        files.add(all);
        merged.forEach(execution::close);
    }

    /** From now on {@link #next} gives all. */
    void merge() {
        files.forEach(file -> begin(new Rows(file.read(0))));
    }

    private void begin(Iterator<Sorted> run) {
        if (run.hasNext()) {
            heads.add(new Head(run.next(), run));
        }
    }

    /** The next row in order; null at the end. */
    @Nullable
    Sorted next() {
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        begin(head.rest());
        return head.row();
    }

    @Override
    public void close() {
        heads.clear();
        files.forEach(execution::close);
        files.clear();
    }

    /** The rows of a file. */
    private static final class Rows implements Iterator<Sorted> {
        private final SpillFile.Reader reader;
        private @Nullable Object @Nullable [] values;

        Rows(SpillFile.Reader reader) {
            this.reader = reader;
            this.values = reader.next();
        }

        @Override
        public boolean hasNext() {
            return values != null;
        }

        @Override
        public Sorted next() {
            @Nullable Object[] row = values;
            if (row == null) {
                throw new java.util.NoSuchElementException("the run has ended");
            }
            @Nullable Object[] keys = reader.require();
            Object place = reader.require()[0];
            values = reader.next();
            return new Sorted(row, keys, place instanceof Long number ? number : 0);
        }
    }
}
