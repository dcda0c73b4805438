package io.millrace.benchmark.codec.fory;

import org.jspecify.annotations.Nullable;

/** The struct in the long list's message. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForyAno {
    public long id;
    public @Nullable String name;
}
