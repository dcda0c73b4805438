package io.millrace.memory;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * Java 22 and later: one shared {@code java.lang.foreign.Arena} a block, whose close frees it.
 *
 * <p>The API is public but newer than the Java that we compile for, so it is found by name, once. A touch after the
 * close is an {@link IllegalStateException} here, where the older way would crash the JVM.
 */
final class ArenaMemory implements RawMemory {

    private final MethodHandle ofShared;
    private final MethodHandle close;
    private final MethodHandle allocate;
    private final MethodHandle map;
    private final MethodHandle asByteBuffer;

    ArenaMemory() {
        Lookup lookup = MethodHandles.publicLookup();
        try {
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            ofShared = lookup.findStatic(arena, "ofShared", MethodType.methodType(arena))
                    .asType(MethodType.methodType(Object.class));
            close = lookup.findVirtual(arena, "close", MethodType.methodType(void.class))
                    .asType(MethodType.methodType(void.class, Object.class));
            allocate = lookup.findVirtual(arena, "allocate", MethodType.methodType(segment, long.class, long.class))
                    .asType(MethodType.methodType(Object.class, Object.class, long.class, long.class));
            map = lookup.findVirtual(
                            FileChannel.class,
                            "map",
                            MethodType.methodType(segment, MapMode.class, long.class, long.class, arena))
                    .asType(MethodType.methodType(
                            Object.class, FileChannel.class, MapMode.class, long.class, long.class, Object.class));
            asByteBuffer = lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class))
                    .asType(MethodType.methodType(ByteBuffer.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java has no shared arenas: " + Runtime.version(), e);
        }
    }

    @Override
    public RawBlock allocate(int bytes) {
        Object arena = open();
        try {
            Object segment = (Object) allocate.invokeExact(arena, (long) bytes, (long) ALIGNMENT);
            return block(segment, arena);
        } catch (Throwable e) {
            close(arena);
            throw unchecked(e);
        }
    }

    @Override
    public RawBlock map(FileChannel file, long position, int length) throws IOException {
        Object arena = open();
        try {
            Object segment = (Object) map.invokeExact(file, MapMode.READ_WRITE, position, (long) length, arena);
            return block(segment, arena);
        } catch (IOException e) {
            close(arena);
            throw e;
        } catch (Throwable e) {
            close(arena);
            throw unchecked(e);
        }
    }

    private RawBlock block(Object segment, Object arena) throws Throwable {
        ByteBuffer buffer = (ByteBuffer) asByteBuffer.invokeExact(segment);
        return new RawBlock(buffer.order(ByteOrder.LITTLE_ENDIAN), () -> close(arena));
    }

    private Object open() {
        try {
            return (Object) ofShared.invokeExact();
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private void close(Object arena) {
        try {
            close.invokeExact(arena);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** None of the four declares a checked exception; the compiler cannot see that through a handle. */
    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException exception ? exception : new IllegalStateException(thrown);
    }
}
