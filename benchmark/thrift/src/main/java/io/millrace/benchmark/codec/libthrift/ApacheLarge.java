package io.millrace.benchmark.codec.libthrift;

import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.EncodingUtils;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.scheme.StandardScheme;
import org.jspecify.annotations.Nullable;

/** The message of 6 MB. */
public final class ApacheLarge extends ApacheStruct<ApacheLarge> {
    private static final long serialVersionUID = 1;
    private static final TStruct STRUCT = new TStruct("Large");
    private static final TField ID = new TField("id", TType.I64, (short) 1);
    private static final TField PARTS = new TField("parts", TType.LIST, (short) 2);

    long id;

    @Nullable
    List<ApacheMixed> parts;

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

    private static final class Scheme extends StandardScheme<ApacheLarge> {
        @Override
        public void read(TProtocol in, ApacheLarge struct) throws TException {
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

        private static void readField(TProtocol in, ApacheLarge struct, TField field) throws TException {
            switch (field.id) {
                case 1 -> {
                    if (field.type == TType.I64) {
                        struct.setId(in.readI64());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 2 -> {
                    if (field.type == TType.LIST) {
                        struct.parts = readParts(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                default -> TProtocolUtil.skip(in, field.type);
            }
        }

        private static List<ApacheMixed> readParts(TProtocol in) throws TException {
            TList header = in.readListBegin();
            List<ApacheMixed> list = new ArrayList<>(header.size);
            for (int i = 0; i < header.size; i++) {
                ApacheMixed element = new ApacheMixed();
                element.read(in);
                list.add(element);
            }
            in.readListEnd();
            return list;
        }

        @Override
        public void write(TProtocol out, ApacheLarge struct) throws TException {
            out.incrementRecursionDepth();
            try {
                out.writeStructBegin(STRUCT);
                out.writeFieldBegin(ID);
                out.writeI64(struct.id);
                out.writeFieldEnd();
                if (struct.parts != null) {
                    out.writeFieldBegin(PARTS);
                    writeParts(out, struct.parts);
                    out.writeFieldEnd();
                }
                out.writeFieldStop();
                out.writeStructEnd();
            } finally {
                out.decrementRecursionDepth();
            }
        }

        private static void writeParts(TProtocol out, List<ApacheMixed> value) throws TException {
            out.writeListBegin(new TList(TType.STRUCT, value.size()));
            for (ApacheMixed element : value) {
                element.write(out);
            }
            out.writeListEnd();
        }
    }
}
