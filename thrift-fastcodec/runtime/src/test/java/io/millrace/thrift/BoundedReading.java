package io.millrace.thrift;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads bytes that may be anything, and holds the reader to what it promises: a value or a {@link ThriftException}, within a bound of memory. */
final class BoundedReading {

    /** What an exception with its stack and path takes. */
    private static final int ERROR_BYTES = 64 * 1024;

    /** Reading allocates the same each time; the JVM, that links a message once, does not. */
    private static final int ATTEMPTS = 3;

    /** While it looks for inputs, the fuzzer's own code allocates with every {@code switch}; what it found is held to the bound in every build. */
    private static final int SLACK = System.getenv("JAZZER_FUZZ") == null ? 1 : 8;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private BoundedReading() {}

    /** The value, or null if the bytes are refused. */
    static <T> @Nullable T read(byte[] bytes, Function<byte[], T> reader) {
        long least = Long.MAX_VALUE;
        long bound = 0;
        for (int i = 0; i < ATTEMPTS; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            T value = attempt(bytes, reader);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            bound = bound(bytes, value);
            if (least <= bound) {
                return value;
            }
        }
        throw new AssertionError(
                "allocated: " + least + " (expected: <= " + bound + " for " + bytes.length + " bytes)");
    }

    private static long bound(byte[] bytes, @Nullable Object value) {
        return SLACK * (64L * bytes.length + 64 * 1024 + (value == null ? ERROR_BYTES : 0));
    }

    private static <T> @Nullable T attempt(byte[] bytes, Function<byte[], T> reader) {
        try {
            return reader.apply(bytes);
        } catch (ThriftException e) {
            if (e.position() < 0 || e.position() > bytes.length) {
                throw new AssertionError("position outside the message", e);
            }
            return null;
        }
    }
}
