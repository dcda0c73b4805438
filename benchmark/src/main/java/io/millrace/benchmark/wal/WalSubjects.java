package io.millrace.benchmark.wal;

import org.jspecify.annotations.Nullable;

/** What the contenders share. */
public final class WalSubjects {
    private WalSubjects() {}

    /** The part that {@code open} has made; {@link IllegalStateException} before. */
    public static <T> T opened(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("not open");
        }
        return part;
    }

    /** Makes a contender by the name of its class, which may be on the peers' class path only. */
    public static WalSubject create(String className) throws ReflectiveOperationException {
        return Class.forName(className)
                .asSubclass(WalSubject.class)
                .getConstructor()
                .newInstance();
    }
}
