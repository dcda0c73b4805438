package io.millrace.benchmark.codec.fory;

import org.jspecify.annotations.Nullable;

/** The message of a long list. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForyMyTest {
    public long number;
    public @Nullable ForyAno ano;
    public long @Nullable [] numbers;
}
