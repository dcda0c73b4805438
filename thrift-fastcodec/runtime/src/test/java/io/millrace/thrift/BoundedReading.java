package io.millrace.thrift;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads bytes that may be anything, and holds the reader to what it promises: a value or a {@link ThriftException}, within a bound of memory. */
final class BoundedReading {

    /** What an exception with its stack and path takes. */
    private static final int ERROR_BYTES = 64 * 1024;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private BoundedReading() {}

    /** The value, or null if the bytes are refused. */
    static <T> @Nullable T read(byte[] bytes, Function<byte[], T> reader) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        T value = attempt(bytes, reader);
        if (THREADS.getCurrentThreadAllocatedBytes() - before > bound(bytes, value)) {
            // The first error of a kind makes the JVM link its message; the second one tells what an error takes.
            before = THREADS.getCurrentThreadAllocatedBytes();
            value = attempt(bytes, reader);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            if (allocated > bound(bytes, value)) {
                throw new AssertionError("allocated: " + allocated + " (expected: <= " + bound(bytes, value) + " for "
                        + bytes.length + " bytes)");
            }
        }
        return value;
    }

    private static long bound(byte[] bytes, @Nullable Object value) {
        return 64L * bytes.length + 64 * 1024 + (value == null ? ERROR_BYTES : 0);
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
