package io.millrace.benchmark.codec.fory;

import org.jspecify.annotations.Nullable;

/** One of many in a mixed message. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForyItem {
    public long id;
    public @Nullable String name;
    public int count;
    public double price;
    public @Nullable String note;
}
