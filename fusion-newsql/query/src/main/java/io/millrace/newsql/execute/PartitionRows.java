package io.millrace.newsql.execute;

import io.millrace.newsql.execute.Sorter.Sorted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sorted rows of one partition, by their places: in memory, or where there is no room in a file, of which the blocks that were asked for last are kept. Added first,
 * then read. One thread. Must be closed.
 */
final class PartitionRows implements AutoCloseable {

    /** Rows that are read together. */
    private static final int BLOCK_ROWS = 16;

    /** A row itself, both ends of its frame, and one before or behind it lie in so many blocks. */
    private static final int BLOCKS_KEPT = 4;

    /** Rows of the file that lie behind each other. @param bytes that they hold in memory */
    private record Block(List<Sorted> rows, long bytes) {}

    private final Execution execution;
    private final List<Sorted> rows = new ArrayList<>();
    private final Map<Integer, Block> kept = new LinkedHashMap<>(BLOCKS_KEPT * 2, 1, true);
    private @Nullable SpillFile file;
    private SpillFile.@Nullable Reader reader;

    /** Where the blocks begin in the file. */
    private long[] blocks = new long[BLOCK_ROWS];

    private int size;
    private long held;

    PartitionRows(Execution execution) {
        this.execution = execution;
    }

    int size() {
        return size;
    }

    // ---- writing ----

    void add(Sorted row) {
        if (file == null && execution.shouldSpill(row.bytes(), held)) {
            spill();
        }
        if (file == null) {
            hold(row.bytes());
            rows.add(row);
        } else {
            write(file, row, size);
        }
        size++;
    }

    private void spill() {
        SpillFile spilled = execution.newFile();
        file = spilled;
        for (int i = 0; i < rows.size(); i++) {
            write(spilled, rows.get(i), i);
        }
        rows.clear();
        hold(-held);
    }

    private void write(SpillFile into, Sorted row, int index) {
        long begin = into.add(row.values(), row.keys());
        int block = index / BLOCK_ROWS;
        if (index % BLOCK_ROWS == 0) {
            if (block == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * block);
                hold((long) block * Long.BYTES);
            }
            blocks[block] = begin;
        }
    }

    private void hold(long bytes) {
        execution.hold(bytes);
        held += bytes;
    }

    /** All rows are there. */
    void finish() {
        if (file != null) {
            file.flush();
            reader = file.read(0);
        }
    }

    // ---- reading ----

    /** The row of a place. What is put into its values may be forgotten. */
    Sorted get(int index) {
        if (reader == null) {
            return rows.get(index);
        }
        int number = index / BLOCK_ROWS;
        Block block = kept.get(number);
        if (block == null) {
            block = read(reader, number);
        }
        return block.rows().get(index % BLOCK_ROWS);
    }

    private Block read(SpillFile.Reader from, int number) {
        if (kept.size() == BLOCKS_KEPT) {
            Block oldest = kept.remove(kept.keySet().iterator().next());
            hold(oldest == null ? 0 : -oldest.bytes());
        }
        from.seek(blocks[number]);
        int first = number * BLOCK_ROWS;
        int count = Math.min(BLOCK_ROWS, size - first);
        List<Sorted> read = new ArrayList<>(count);
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            Sorted row = new Sorted(from.require(), from.require(), (long) first + i);
            bytes += row.bytes();
            read.add(row);
        }
        Block block = new Block(read, bytes);
        hold(bytes);
        kept.put(number, block);
        return block;
    }

    @Override
    public void close() {
        rows.clear();
        kept.clear();
        hold(-held);
        if (file != null) {
            execution.close(file);
            file = null;
        }
    }
}
