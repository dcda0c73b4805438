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

/** The message of a long list. */
public final class ApacheMyTest extends ApacheStruct<ApacheMyTest> {
    private static final long serialVersionUID = 1;
    private static final TStruct STRUCT = new TStruct("MyTest");
    private static final TField NUMBER = new TField("number", TType.I64, (short) 1);
    private static final TField ANO = new TField("ano", TType.STRUCT, (short) 2);
    private static final TField NUMBERS = new TField("numbers", TType.LIST, (short) 3);

    long number;

    @Nullable
    ApacheAno ano;

    @Nullable
    List<Long> numbers;

    private byte set;

    void setNumber(long value) {
        number = value;
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

    private static final class Scheme extends StandardScheme<ApacheMyTest> {
        @Override
        public void read(TProtocol in, ApacheMyTest struct) throws TException {
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

        private static void readField(TProtocol in, ApacheMyTest struct, TField field) throws TException {
            switch (field.id) {
                case 1 -> {
                    if (field.type == TType.I64) {
                        struct.setNumber(in.readI64());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 2 -> {
                    if (field.type == TType.STRUCT) {
                        struct.ano = new ApacheAno();
                        struct.ano.read(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 3 -> {
                    if (field.type == TType.LIST) {
                        struct.numbers = readNumbers(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                default -> TProtocolUtil.skip(in, field.type);
            }
        }

        private static List<Long> readNumbers(TProtocol in) throws TException {
            TList header = in.readListBegin();
            List<Long> list = new ArrayList<>(header.size);
            for (int i = 0; i < header.size; i++) {
                list.add(in.readI64());
            }
            in.readListEnd();
            return list;
        }

        @Override
        public void write(TProtocol out, ApacheMyTest struct) throws TException {
            out.incrementRecursionDepth();
            try {
                out.writeStructBegin(STRUCT);
                out.writeFieldBegin(NUMBER);
                out.writeI64(struct.number);
                out.writeFieldEnd();
                if (struct.ano != null) {
                    out.writeFieldBegin(ANO);
                    struct.ano.write(out);
                    out.writeFieldEnd();
                }
                if (struct.numbers != null) {
                    out.writeFieldBegin(NUMBERS);
                    writeNumbers(out, struct.numbers);
                    out.writeFieldEnd();
                }
                out.writeFieldStop();
                out.writeStructEnd();
            } finally {
                out.decrementRecursionDepth();
            }
        }

        private static void writeNumbers(TProtocol out, List<Long> value) throws TException {
            out.writeListBegin(new TList(TType.I64, value.size()));
            for (long element : value) {
                out.writeI64(element);
            }
            out.writeListEnd();
        }
    }
}
