package io.millrace.memory;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Memory that could not be had; {@link #reason()} says whether waiting helps. Nothing was acquired. */
public final class MemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why there is no page. */
    public enum Reason {
        /** The arena's budget is in use; a retry works once pages were released. */
        BUDGET,
        /** The system, or the JVM's limit of direct memory, has no more although the budget would allow it. */
        SYSTEM,
        /** The file could not be mapped; the cause says why. */
        MAPPING,
        /** The thread was interrupted while it waited; its interrupt flag is set again. */
        INTERRUPTED
    }

    private final Reason reason;

    private MemoryException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why there is no page. */
    public Reason reason() {
        return reason;
    }

    static MemoryException budget(int wanted, long used, long budget, Duration patience) {
        return new MemoryException(
                Reason.BUDGET,
                "no room in the memory budget: wanted=" + wanted + ", used=" + used + " (expected: sum <= " + budget
                        + " within " + patience + "); release pages, or give the arena more",
                null);
    }

    static MemoryException system(int wanted, OutOfMemoryError cause) {
        return new MemoryException(
                Reason.SYSTEM,
                "no memory for a page: wanted=" + wanted + " (" + cause.getMessage()
                        + "); raise -XX:MaxDirectMemorySize above the arena's budget",
                cause);
    }

    static MemoryException mapping(long position, int bytes, IOException cause) {
        return new MemoryException(
                Reason.MAPPING,
                "file not mapped: position=" + position + ", bytes=" + bytes + " (" + cause.getMessage() + ")",
                cause);
    }

    static MemoryException interrupted(int wanted, InterruptedException cause) {
        return new MemoryException(Reason.INTERRUPTED, "interrupted while waiting for memory: wanted=" + wanted, cause);
    }
}
