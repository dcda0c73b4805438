package io.millrace.benchmark.codec.fory;

import org.jspecify.annotations.Nullable;

/** The message of 64 KB of bytes. Fields are public as in a plain class, which the serializer reads and writes without a method. */
public final class ForyBlob {
    public long id;
    public byte @Nullable [] body;
}
