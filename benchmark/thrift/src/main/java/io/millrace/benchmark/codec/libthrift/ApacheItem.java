package io.millrace.benchmark.codec.libthrift;

import org.apache.thrift.EncodingUtils;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.scheme.StandardScheme;
import org.jspecify.annotations.Nullable;

/** One of many in a mixed message. */
public final class ApacheItem extends ApacheStruct<ApacheItem> {
    private static final long serialVersionUID = 1;
    private static final TStruct STRUCT = new TStruct("Item");
    private static final TField ID = new TField("id", TType.I64, (short) 1);
    private static final TField NAME = new TField("name", TType.STRING, (short) 2);
    private static final TField COUNT = new TField("count", TType.I32, (short) 3);
    private static final TField PRICE = new TField("price", TType.DOUBLE, (short) 4);
    private static final TField NOTE = new TField("note", TType.STRING, (short) 5);

    long id;

    @Nullable
    String name;

    int count;
    double price;

    @Nullable
    String note;

    private byte set;

    void setId(long value) {
        id = value;
        set = EncodingUtils.setBit(set, 0, true);
    }

    void setCount(int value) {
        count = value;
        set = EncodingUtils.setBit(set, 1, true);
    }

    void setPrice(double value) {
        price = value;
        set = EncodingUtils.setBit(set, 2, true);
    }

    @Override
    public void read(TProtocol in) throws TException {
        scheme(in).read(in, this);
    }

    @Override
    public void write(TProtocol out) throws TException {
        scheme(out).write(out, this);
    }

    /** A new one for each call, as in generated code. */
    private static Scheme scheme(TProtocol protocol) {
        checkScheme(protocol);
        return new Scheme();
    }

    private static final class Scheme extends StandardScheme<ApacheItem> {
        @Override
        public void read(TProtocol in, ApacheItem struct) throws TException {
            in.incrementRecursionDepth();
            try {
                in.readStructBegin();
                for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
                    readField(in, struct, field);
                    in.readFieldEnd();
                }
                in.readStructEnd();
            } finally {
                in.decrementRecursionDepth();
            }
        }

        private static void readField(TProtocol in, ApacheItem struct, TField field) throws TException {
            switch (field.id) {
                case 1 -> {
                    if (field.type == TType.I64) {
                        struct.setId(in.readI64());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 2 -> {
                    if (field.type == TType.STRING) {
                        struct.name = in.readString();
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 3 -> {
                    if (field.type == TType.I32) {
                        struct.setCount(in.readI32());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 4 -> {
                    if (field.type == TType.DOUBLE) {
                        struct.setPrice(in.readDouble());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 5 -> {
                    if (field.type == TType.STRING) {
                        struct.note = in.readString();
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                default -> TProtocolUtil.skip(in, field.type);
            }
        }

        @Override
        public void write(TProtocol out, ApacheItem struct) throws TException {
            out.incrementRecursionDepth();
            try {
                out.writeStructBegin(STRUCT);
                out.writeFieldBegin(ID);
                out.writeI64(struct.id);
                out.writeFieldEnd();
                if (struct.name != null) {
                    out.writeFieldBegin(NAME);
                    out.writeString(struct.name);
                    out.writeFieldEnd();
                }
                out.writeFieldBegin(COUNT);
                out.writeI32(struct.count);
                out.writeFieldEnd();
                out.writeFieldBegin(PRICE);
                out.writeDouble(struct.price);
                out.writeFieldEnd();
                if (struct.note != null) {
                    out.writeFieldBegin(NOTE);
                    out.writeString(struct.note);
                    out.writeFieldEnd();
                }
                out.writeFieldStop();
                out.writeStructEnd();
            } finally {
                out.decrementRecursionDepth();
            }
        }
    }
}
