package io.millrace.benchmark.codec.fory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The message of 6 MB. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForyLarge {
    public long id;
    public @Nullable List<ForyMixed> parts;
}
