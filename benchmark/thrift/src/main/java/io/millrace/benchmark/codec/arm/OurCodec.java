package io.millrace.benchmark.codec.arm;

import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftBinary;
import io.millrace.thrift.ThriftStruct;
import java.util.Arrays;

/** Ours: the binary protocol, fields by id. */
public final class OurCodec<M extends ThriftStruct> implements Codec<M, M> {
    private final StructType<M> type;
    private byte[] buffer = new byte[0];
    private int length;

    public OurCodec(StructType<M> type) {
        this.type = type;
    }

    @Override
    public M make(M message) {
        return ThriftBinary.read(type, ThriftBinary.toBytes(message));
    }

    @Override
    public M content(M object) {
        return object;
    }

    @Override
    public byte[] encode(M object) {
        return ThriftBinary.toBytes(object);
    }

    @Override
    public int encodeAgain(M object) {
        if (buffer.length == 0) {
            buffer = new byte[2 * ThriftBinary.encodedLength(object)];
        }
        length = ThriftBinary.write(object, buffer, 0);
        return length;
    }

    @Override
    public byte[] lastEncoded() {
        return Arrays.copyOf(buffer, length);
    }

    @Override
    public M decode(byte[] bytes) {
        return ThriftBinary.read(type, bytes);
    }
}
