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

/** The message of a long list of narrower numbers. */
public final class ApacheCodes extends ApacheStruct<ApacheCodes> {
    private static final long serialVersionUID = 1;
    private static final TStruct STRUCT = new TStruct("Codes");
    private static final TField ID = new TField("id", TType.I64, (short) 1);
    private static final TField CODES = new TField("codes", TType.LIST, (short) 2);

    long id;

    @Nullable
    List<Integer> codes;

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

    private static final class Scheme extends StandardScheme<ApacheCodes> {
        @Override
        public void read(TProtocol in, ApacheCodes struct) throws TException {
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

        private static void readField(TProtocol in, ApacheCodes struct, TField field) throws TException {
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
                        struct.codes = readCodes(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                default -> TProtocolUtil.skip(in, field.type);
            }
        }

        private static List<Integer> readCodes(TProtocol in) throws TException {
            TList header = in.readListBegin();
            List<Integer> list = new ArrayList<>(header.size);
            for (int i = 0; i < header.size; i++) {
                list.add(in.readI32());
            }
            in.readListEnd();
            return list;
        }

        @Override
        public void write(TProtocol out, ApacheCodes struct) throws TException {
            out.incrementRecursionDepth();
            try {
                out.writeStructBegin(STRUCT);
                out.writeFieldBegin(ID);
                out.writeI64(struct.id);
                out.writeFieldEnd();
                if (struct.codes != null) {
                    out.writeFieldBegin(CODES);
                    writeCodes(out, struct.codes);
                    out.writeFieldEnd();
                }
                out.writeFieldStop();
                out.writeStructEnd();
            } finally {
                out.decrementRecursionDepth();
            }
        }

        private static void writeCodes(TProtocol out, List<Integer> value) throws TException {
            out.writeListBegin(new TList(TType.I32, value.size()));
            for (int element : value) {
                out.writeI32(element);
            }
            out.writeListEnd();
        }
    }
}
