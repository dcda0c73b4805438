package io.millrace.benchmark.codec.libthrift;

import io.millrace.benchmark.codec.arm.Codec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.thrift.TDeserializer;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TByteBuffer;

/** Apache's binary protocol: its serializer, its deserializer, and its protocol on a buffer that is used again. */
public final class LibthriftCodec<M, T extends ApacheStruct<T>> implements Codec<M, T> {
    private final Supplier<T> empty;
    private final Function<M, T> make;
    private final Function<T, M> content;
    private final TSerializer serializer;
    private final TDeserializer deserializer;
    private final TByteBuffer buffer;
    private final TProtocol protocol;

    /** @param bufferBytes room for the longest message in memory used again */
    public LibthriftCodec(Supplier<T> empty, Function<M, T> make, Function<T, M> content, int bufferBytes)
            throws TException {
        this.empty = empty;
        this.make = make;
        this.content = content;
        serializer = new TSerializer();
        deserializer = new TDeserializer();
        buffer = new TByteBuffer(ByteBuffer.allocate(bufferBytes));
        protocol = new TBinaryProtocol(buffer);
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
    public byte[] encode(T object) throws TException {
        return serializer.serialize(object);
    }

    @Override
    public int encodeAgain(T object) throws TException {
        buffer.clear();
        object.write(protocol);
        return buffer.getByteBuffer().position();
    }

    @Override
    public byte[] lastEncoded() {
        ByteBuffer written = buffer.getByteBuffer();
        return Arrays.copyOf(written.array(), written.position());
    }

    @Override
    public T decode(byte[] bytes) throws TException {
        T object = empty.get();
        deserializer.deserialize(object, bytes);
        return object;
    }
}
