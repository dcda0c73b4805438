package io.millrace.memory;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * Java 17 to 21: direct buffers, freed by the cleaner that the collector would call later. Found by name, since
 * {@code jdk.unsupported} is optional.
 */
final class CleanerMemory implements RawMemory {

    private static final MethodHandle INVOKE_CLEANER = findInvokeCleaner();

    @Override
    public RawBlock allocate(int bytes) {
        ByteBuffer whole = ByteBuffer.allocateDirect(Math.addExact(bytes, ALIGNMENT));
        int skipped = (ALIGNMENT - whole.alignmentOffset(0, ALIGNMENT)) % ALIGNMENT;
        return new RawBlock(whole.slice(skipped, bytes).order(ByteOrder.LITTLE_ENDIAN), () -> free(whole));
    }

    @Override
    public RawBlock map(FileChannel file, long position, int length) throws IOException {
        ByteBuffer mapped = file.map(MapMode.READ_WRITE, position, length);
        return new RawBlock(mapped.order(ByteOrder.LITTLE_ENDIAN), () -> free(mapped));
    }

    private static void free(ByteBuffer whole) {
        try {
            INVOKE_CLEANER.invokeExact(whole);
        } catch (Throwable e) {
            throw new IllegalStateException("memory could not be freed: " + whole, e);
        }
    }

    private static MethodHandle findInvokeCleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            MethodType type = MethodType.methodType(void.class, ByteBuffer.class);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", type)
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this Java cannot free direct memory: module jdk.unsupported is missing", e);
        }
    }
}
