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

/** The struct in the long list's message. */
public final class ApacheAno extends ApacheStruct<ApacheAno> {
    private static final long serialVersionUID = 1;
    private static final TStruct STRUCT = new TStruct("Ano");
    private static final TField ID = new TField("id", TType.I64, (short) 1);
    private static final TField NAME = new TField("name", TType.STRING, (short) 2);

    long id;

    @Nullable
    String name;

    private byte set;

    void setId(long value) {
        id = value;
        set = EncodingUtils.setBit(set, 0, true);
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

    private static final class Scheme extends StandardScheme<ApacheAno> {
        @Override
        public void read(TProtocol in, ApacheAno struct) throws TException {
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

        private static void readField(TProtocol in, ApacheAno struct, TField field) throws TException {
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
                default -> TProtocolUtil.skip(in, field.type);
            }
        }

        @Override
        public void write(TProtocol out, ApacheAno struct) throws TException {
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
                out.writeFieldStop();
                out.writeStructEnd();
            } finally {
                out.decrementRecursionDepth();
            }
        }
    }
}
