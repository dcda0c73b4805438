package io.millrace.thrift.netty;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftMethod;
import io.millrace.thrift.ThriftOnewayMethod;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.WireType;

/** {@code {1: string text, 2: binary blob}} as argument and as result, by hand. */
record Echo(String text, Bytes blob) implements ThriftStruct {
    static final Type TYPE = new Type();
    static final ThriftMethod<Echo, Echo> SAY = new ThriftMethod<>("say", TYPE, TYPE, exception -> null);
    static final ThriftOnewayMethod<Echo> WHISPER = new ThriftOnewayMethod<>("whisper", TYPE);

    private static final int TEXT = WireType.STRING << 24 | 1 << 8;
    private static final int BLOB = WireType.STRING << 24 | 2 << 8;

    static Echo of(String text) {
        return new Echo(text, Bytes.empty());
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        return 7 + lengths.string(text) + lengths.binary(blob);
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        return out.end(out.binary(out.string(at, TEXT, text), BLOB, blob), null);
    }

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        out.field(1, WireType.STRING);
        out.string(text);
        out.field(2, WireType.STRING);
        out.binary(blob);
        out.exit(null);
    }

    static final class Type implements StructType<Echo> {
        @Override
        public String name() {
            return "Echo";
        }

        @Override
        public Echo readBinary(BinaryInput in, int at) {
            in.enter(at, 100);
            String text = "";
            Bytes blob = Bytes.empty();
            int to = at;
            for (int field = in.field(to); field != 0; field = in.field(to)) {
                switch (field) {
                    case TEXT >>> 8 -> text = in.string(to + 3);
                    case BLOB >>> 8 -> blob = in.binary(to + 3);
                    default -> in.leave(in.skipField(to));
                }
                to = in.position();
            }
            in.exit(to);
            return new Echo(text, blob);
        }

        @Override
        public Echo readCompact(CompactInput in) {
            in.enter(100);
            String text = "";
            Bytes blob = Bytes.empty();
            for (int field = in.field(); field != 0; field = in.field()) {
                switch (field) {
                    case TEXT >>> 8 -> text = in.string();
                    case BLOB >>> 8 -> blob = in.binary();
                    default -> in.skipField(field);
                }
            }
            in.exit();
            return new Echo(text, blob);
        }
    }
}
