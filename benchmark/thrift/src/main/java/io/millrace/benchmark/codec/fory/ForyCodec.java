package io.millrace.benchmark.codec.fory;

import io.millrace.benchmark.codec.arm.Codec;
import java.util.function.Function;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/** Fory as its makers tell users to have it when only Java is on both sides: one instance for all messages, classes registered, code generated at first use. */
public final class ForyCodec<M, T> implements Codec<M, T> {
    private final Fory fory;
    private final Class<T> type;
    private final Function<M, T> make;
    private final Function<T, M> content;
    private final MemoryBuffer buffer;

    /** @param bufferBytes room for the longest message in memory used again */
    public ForyCodec(Fory fory, Class<T> type, Function<M, T> make, Function<T, M> content, int bufferBytes) {
        this.fory = fory;
        this.type = type;
        this.make = make;
        this.content = content;
        this.buffer = MemoryBuffer.newHeapBuffer(bufferBytes);
    }

    /** An instance that knows all messages. Not thread-safe. */
    public static Fory create() {
        Fory fory = Fory.builder()
                .withXlang(false)
                .requireClassRegistration(true)
                .withRefTracking(false)
                .withCodegen(true)
                .withAsyncCompilation(false)
                .build();
        fory.register(ForySmall.class);
        fory.register(ForyItem.class);
        fory.register(ForyMixed.class);
        fory.register(ForyAno.class);
        fory.register(ForyMyTest.class);
        fory.register(ForyCodes.class);
        fory.register(ForyBlob.class);
        fory.register(ForyLarge.class);
        return fory;
    }

    @Override
    public T make(M message) {
        return make.apply(message);
    }

    @Override
    public M content(T object) {
        return content.apply(object);
    }

    @Override
    public byte[] encode(T object) {
        return fory.serialize(object);
    }

    @Override
    public int encodeAgain(T object) {
        buffer.writerIndex(0);
        fory.serialize(buffer, object);
        return buffer.writerIndex();
    }

    @Override
    public byte[] lastEncoded() {
        return buffer.getBytes(0, buffer.writerIndex());
    }

    @Override
    public T decode(byte[] bytes) {
        return type.cast(fory.deserialize(bytes));
    }
}
