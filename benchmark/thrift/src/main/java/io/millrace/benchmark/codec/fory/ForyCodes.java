package io.millrace.benchmark.codec.fory;

import org.jspecify.annotations.Nullable;

/** The message of a long list of narrower numbers. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForyCodes {
    public long id;
    public int @Nullable [] codes;
}
