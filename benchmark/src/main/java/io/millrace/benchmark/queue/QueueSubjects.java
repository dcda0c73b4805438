package io.millrace.benchmark.queue;

import org.jspecify.annotations.Nullable;

/** What the contenders share. */
public final class QueueSubjects {
    private static final String PREFIX = "queue-";

    private QueueSubjects() {}

    /** The name of the queue with that index, built anew. */
    public static String name(int index) {
        return PREFIX + index;
    }

    /** The index in a name; for peers that number their queues. */
    public static int index(String name) {
        return Integer.parseInt(name, PREFIX.length(), name.length(), 10);
    }

    /** The part that {@code open} has made; {@link IllegalStateException} before. */
    public static <T> T opened(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("not open");
        }
        return part;
    }

    /** Makes a contender by the name of its class, which may be on the peers' class path only. */
    static QueueSubject create(String className) throws ReflectiveOperationException {
        return Class.forName(className)
                .asSubclass(QueueSubject.class)
                .getConstructor()
                .newInstance();
    }
}
