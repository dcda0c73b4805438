package io.millrace.benchmark.codec.fory;

import org.jspecify.annotations.Nullable;

/** The small message. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForySmall {
    public long id;
    public long created;
    public long owner;
    public int kind;
    public int size;
    public @Nullable String name;
    public boolean active;
    public double score;
}
