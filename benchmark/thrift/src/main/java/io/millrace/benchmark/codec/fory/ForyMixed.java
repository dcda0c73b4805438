package io.millrace.benchmark.codec.fory;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mixed message. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForyMixed {
    public long id;
    public int version;
    public boolean live;
    public double ratio;
    public @Nullable String name;
    public byte @Nullable [] blob;
    public long @Nullable [] times;
    public int @Nullable [] codes;
    public @Nullable List<String> words;
    public @Nullable Map<String, String> labels;
    public @Nullable List<ForyItem> items;
    public @Nullable Map<Integer, Long> counts;
}
