package io.millrace.benchmark.codec.protobuf;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.millrace.benchmark.codec.arm.Codec;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Protocol Buffers. Its messages do not change and remember their sizes: the second encoding of an object saves the first of two passes, and strings are decoded when
 * they are first asked for. What builds or touches is where neither helps.
 */
public final class ProtobufCodec<M, T extends MessageLite> implements Codec<M, T> {
    private final Parser<T> parser;
    private final Function<M, T> make;
    private final Function<T, M> content;
    private final byte[] buffer;
    private int length;

    /** @param bufferBytes room for the longest message in memory used again */
    public ProtobufCodec(Parser<T> parser, Function<M, T> make, Function<T, M> content, int bufferBytes) {
        this.parser = parser;
        this.make = make;
        this.content = content;
        this.buffer = new byte[bufferBytes];
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
        return object.toByteArray();
    }

    @Override
    public int encodeAgain(T object) throws IOException {
        CodedOutputStream out = CodedOutputStream.newInstance(buffer);
        object.writeTo(out);
        length = out.getTotalBytesWritten();
        return length;
    }

    @Override
    public byte[] lastEncoded() {
        return Arrays.copyOf(buffer, length);
    }

    @Override
    public T decode(byte[] bytes) throws IOException {
        return parser.parseFrom(bytes);
    }
}
