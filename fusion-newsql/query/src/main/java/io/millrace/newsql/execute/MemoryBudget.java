package io.millrace.newsql.execute;

import io.millrace.newsql.type.SqlErrors;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What statements may hold to sort, group and join: each of them and all together in memory, and together in temporary files where what they do can go on there.
 * Beyond its own share a statement ends with 1038, beyond that of all with 1041, beyond that of files with 1021. <b>Threads.</b> Safe.
 */
public final class MemoryBudget {

    /** Statements ask for so much at a time: few touch what all share more than once. */
    static final long STEP_BYTES = 1 << 20;

    private static final long STATEMENT_BYTES_MAX = 256L << 20;

    /** Of all temporary files, where nothing else is said. */
    public static final long FILE_BYTES = 8L << 30;

    private final long statementBytes;
    private final long allBytes;
    private final @Nullable Path directory;
    private final long fileBytes;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong written = new AtomicLong();

    /**
     * @param statementBytes of one statement in memory
     * @param allBytes of all statements in memory
     * @param directory of temporary files, which is made when the first is needed; null for none
     * @param fileBytes of all temporary files
     */
    public MemoryBudget(long statementBytes, long allBytes, @Nullable Path directory, long fileBytes) {
        this.statementBytes = statementBytes;
        this.allBytes = allBytes;
        this.directory = directory;
        this.fileBytes = fileBytes;
    }

    /** So much for each statement, no end for all together, and no files. */
    public static MemoryBudget ofStatement(long bytes) {
        return new MemoryBudget(bytes, Long.MAX_VALUE, null, 0);
    }

    /**
     * Of a server: half of the heap for all statements together, a quarter of that for each, but {@value #STATEMENT_BYTES_MAX} bytes at most.
     *
     * @param directory of temporary files; null for none
     * @param fileBytes of all temporary files
     */
    public static MemoryBudget ofServer(@Nullable Path directory, long fileBytes) {
        long all = Runtime.getRuntime().maxMemory() / 2;
        return new MemoryBudget(Math.min(STATEMENT_BYTES_MAX, all / 4), all, directory, fileBytes);
    }

    long statementBytes() {
        return statementBytes;
    }

    @Nullable
    Path directory() {
        return directory;
    }

    /** Bytes of memory that statements hold now, in whole steps. */
    public long taken() {
        return taken.get();
    }

    /** Bytes of temporary files that there are now. */
    public long written() {
        return written.get();
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1041 if all statements together would hold too much; nothing is taken then */
    void take(long bytes) {
        if (taken.addAndGet(bytes) > allBytes) {
            taken.addAndGet(-bytes);
            throw SqlErrors.of(
                    1041,
                    "HY000",
                    "Out of memory: all statements together hold more than " + allBytes
                            + " bytes to sort, group and join; try again when others have ended");
        }
    }

    /** Whether little is left for all. */
    boolean isTight() {
        return taken.get() > allBytes / 4 * 3;
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1021 if all temporary files together would be too long */
    void write(long bytes) {
        if (written.addAndGet(bytes) > fileBytes) {
            written.addAndGet(-bytes);
            throw SqlErrors.of(
                    1021,
                    "HY000",
                    "Disk full: the temporary files of all statements would hold more than temporary-files=" + fileBytes
                            + " bytes; add an index or a condition, or try again when others have ended");
        }
    }

    void erase(long bytes) {
        written.addAndGet(-bytes);
    }
}
