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

/** The small message. */
public final class ApacheSmall extends ApacheStruct<ApacheSmall> {
    private static final long serialVersionUID = 1;
    private static final TStruct STRUCT = new TStruct("Small");
    private static final TField ID = new TField("id", TType.I64, (short) 1);
    private static final TField CREATED = new TField("created", TType.I64, (short) 2);
    private static final TField OWNER = new TField("owner", TType.I64, (short) 3);
    private static final TField KIND = new TField("kind", TType.I32, (short) 4);
    private static final TField SIZE = new TField("size", TType.I32, (short) 5);
    private static final TField NAME = new TField("name", TType.STRING, (short) 6);
    private static final TField ACTIVE = new TField("active", TType.BOOL, (short) 7);
    private static final TField SCORE = new TField("score", TType.DOUBLE, (short) 8);

    long id;
    long created;
    long owner;
    int kind;
    int size;

    @Nullable
    String name;

    boolean active;
    double score;

    private byte set;

    void setId(long value) {
        id = value;
        set = EncodingUtils.setBit(set, 0, true);
    }

    void setCreated(long value) {
        created = value;
        set = EncodingUtils.setBit(set, 1, true);
    }

    void setOwner(long value) {
        owner = value;
        set = EncodingUtils.setBit(set, 2, true);
    }

    void setKind(int value) {
        kind = value;
        set = EncodingUtils.setBit(set, 3, true);
    }

    void setSize(int value) {
        size = value;
        set = EncodingUtils.setBit(set, 4, true);
    }

    void setActive(boolean value) {
        active = value;
        set = EncodingUtils.setBit(set, 5, true);
    }

    void setScore(double value) {
        score = value;
        set = EncodingUtils.setBit(set, 6, true);
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

    private static final class Scheme extends StandardScheme<ApacheSmall> {
        @Override
        public void read(TProtocol in, ApacheSmall struct) throws TException {
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

        private static void readField(TProtocol in, ApacheSmall struct, TField field) throws TException {
            switch (field.id) {
                case 1 -> {
                    if (field.type == TType.I64) {
                        struct.setId(in.readI64());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 2 -> {
                    if (field.type == TType.I64) {
                        struct.setCreated(in.readI64());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 3 -> {
                    if (field.type == TType.I64) {
                        struct.setOwner(in.readI64());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 4 -> {
                    if (field.type == TType.I32) {
                        struct.setKind(in.readI32());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 5 -> {
                    if (field.type == TType.I32) {
                        struct.setSize(in.readI32());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 6 -> {
                    if (field.type == TType.STRING) {
                        struct.name = in.readString();
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 7 -> {
                    if (field.type == TType.BOOL) {
                        struct.setActive(in.readBool());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 8 -> {
                    if (field.type == TType.DOUBLE) {
                        struct.setScore(in.readDouble());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                default -> TProtocolUtil.skip(in, field.type);
            }
        }

        @Override
        public void write(TProtocol out, ApacheSmall struct) throws TException {
            out.incrementRecursionDepth();
            try {
                out.writeStructBegin(STRUCT);
                out.writeFieldBegin(ID);
                out.writeI64(struct.id);
                out.writeFieldEnd();
                out.writeFieldBegin(CREATED);
                out.writeI64(struct.created);
                out.writeFieldEnd();
                out.writeFieldBegin(OWNER);
                out.writeI64(struct.owner);
                out.writeFieldEnd();
                out.writeFieldBegin(KIND);
                out.writeI32(struct.kind);
                out.writeFieldEnd();
                out.writeFieldBegin(SIZE);
                out.writeI32(struct.size);
                out.writeFieldEnd();
                if (struct.name != null) {
                    out.writeFieldBegin(NAME);
                    out.writeString(struct.name);
                    out.writeFieldEnd();
                }
                out.writeFieldBegin(ACTIVE);
                out.writeBool(struct.active);
                out.writeFieldEnd();
                out.writeFieldBegin(SCORE);
                out.writeDouble(struct.score);
                out.writeFieldEnd();
                out.writeFieldStop();
                out.writeStructEnd();
            } finally {
                out.decrementRecursionDepth();
            }
        }
    }
}
