package io.millrace.benchmark.codec.libthrift;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.thrift.EncodingUtils;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.scheme.StandardScheme;
import org.jspecify.annotations.Nullable;

/** The mixed message. */
public final class ApacheMixed extends ApacheStruct<ApacheMixed> {
    private static final long serialVersionUID = 1;
    private static final TStruct STRUCT = new TStruct("Mixed");
    private static final TField ID = new TField("id", TType.I64, (short) 1);
    private static final TField VERSION = new TField("version", TType.I32, (short) 2);
    private static final TField LIVE = new TField("live", TType.BOOL, (short) 3);
    private static final TField RATIO = new TField("ratio", TType.DOUBLE, (short) 4);
    private static final TField NAME = new TField("name", TType.STRING, (short) 5);
    private static final TField BLOB = new TField("blob", TType.STRING, (short) 6);
    private static final TField TIMES = new TField("times", TType.LIST, (short) 7);
    private static final TField CODES = new TField("codes", TType.LIST, (short) 8);
    private static final TField WORDS = new TField("words", TType.LIST, (short) 9);
    private static final TField LABELS = new TField("labels", TType.MAP, (short) 10);
    private static final TField ITEMS = new TField("items", TType.LIST, (short) 11);
    private static final TField COUNTS = new TField("counts", TType.MAP, (short) 12);

    long id;
    int version;
    boolean live;
    double ratio;

    @Nullable
    String name;

    @Nullable
    ByteBuffer blob;

    @Nullable
    List<Long> times;

    @Nullable
    List<Integer> codes;

    @Nullable
    List<String> words;

    @Nullable
    Map<String, String> labels;

    @Nullable
    List<ApacheItem> items;

    @Nullable
    Map<Integer, Long> counts;

    private byte set;

    void setId(long value) {
        id = value;
        set = EncodingUtils.setBit(set, 0, true);
    }

    void setVersion(int value) {
        version = value;
        set = EncodingUtils.setBit(set, 1, true);
    }

    void setLive(boolean value) {
        live = value;
        set = EncodingUtils.setBit(set, 2, true);
    }

    void setRatio(double value) {
        ratio = value;
        set = EncodingUtils.setBit(set, 3, true);
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

    private static final class Scheme extends StandardScheme<ApacheMixed> {
        @Override
        public void read(TProtocol in, ApacheMixed struct) throws TException {
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

        private static void readField(TProtocol in, ApacheMixed struct, TField field) throws TException {
            switch (field.id) {
                case 1 -> {
                    if (field.type == TType.I64) {
                        struct.setId(in.readI64());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 2 -> {
                    if (field.type == TType.I32) {
                        struct.setVersion(in.readI32());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 3 -> {
                    if (field.type == TType.BOOL) {
                        struct.setLive(in.readBool());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 4 -> {
                    if (field.type == TType.DOUBLE) {
                        struct.setRatio(in.readDouble());
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 5 -> {
                    if (field.type == TType.STRING) {
                        struct.name = in.readString();
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 6 -> {
                    if (field.type == TType.STRING) {
                        struct.blob = in.readBinary();
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 7 -> {
                    if (field.type == TType.LIST) {
                        struct.times = readTimes(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 8 -> {
                    if (field.type == TType.LIST) {
                        struct.codes = readCodes(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 9 -> {
                    if (field.type == TType.LIST) {
                        struct.words = readWords(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 10 -> {
                    if (field.type == TType.MAP) {
                        struct.labels = readLabels(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 11 -> {
                    if (field.type == TType.LIST) {
                        struct.items = readItems(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                case 12 -> {
                    if (field.type == TType.MAP) {
                        struct.counts = readCounts(in);
                    } else {
                        TProtocolUtil.skip(in, field.type);
                    }
                }
                default -> TProtocolUtil.skip(in, field.type);
            }
        }

        private static List<Long> readTimes(TProtocol in) throws TException {
            TList header = in.readListBegin();
            List<Long> list = new ArrayList<>(header.size);
            for (int i = 0; i < header.size; i++) {
                list.add(in.readI64());
            }
            in.readListEnd();
            return list;
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

        private static List<String> readWords(TProtocol in) throws TException {
            TList header = in.readListBegin();
            List<String> list = new ArrayList<>(header.size);
            for (int i = 0; i < header.size; i++) {
                list.add(in.readString());
            }
            in.readListEnd();
            return list;
        }

        private static Map<String, String> readLabels(TProtocol in) throws TException {
            TMap header = in.readMapBegin();
            Map<String, String> map = new HashMap<>(2 * header.size);
            for (int i = 0; i < header.size; i++) {
                String key = in.readString();
                map.put(key, in.readString());
            }
            in.readMapEnd();
            return map;
        }

        private static List<ApacheItem> readItems(TProtocol in) throws TException {
            TList header = in.readListBegin();
            List<ApacheItem> list = new ArrayList<>(header.size);
            for (int i = 0; i < header.size; i++) {
                ApacheItem element = new ApacheItem();
                element.read(in);
                list.add(element);
            }
            in.readListEnd();
            return list;
        }

        private static Map<Integer, Long> readCounts(TProtocol in) throws TException {
            TMap header = in.readMapBegin();
            Map<Integer, Long> map = new HashMap<>(2 * header.size);
            for (int i = 0; i < header.size; i++) {
                int key = in.readI32();
                map.put(key, in.readI64());
            }
            in.readMapEnd();
            return map;
        }

        @Override
        public void write(TProtocol out, ApacheMixed struct) throws TException {
            out.incrementRecursionDepth();
            try {
                out.writeStructBegin(STRUCT);
                out.writeFieldBegin(ID);
                out.writeI64(struct.id);
                out.writeFieldEnd();
                out.writeFieldBegin(VERSION);
                out.writeI32(struct.version);
                out.writeFieldEnd();
                out.writeFieldBegin(LIVE);
                out.writeBool(struct.live);
                out.writeFieldEnd();
                out.writeFieldBegin(RATIO);
                out.writeDouble(struct.ratio);
                out.writeFieldEnd();
                if (struct.name != null) {
                    out.writeFieldBegin(NAME);
                    out.writeString(struct.name);
                    out.writeFieldEnd();
                }
                if (struct.blob != null) {
                    out.writeFieldBegin(BLOB);
                    out.writeBinary(struct.blob);
                    out.writeFieldEnd();
                }
                if (struct.times != null) {
                    out.writeFieldBegin(TIMES);
                    writeTimes(out, struct.times);
                    out.writeFieldEnd();
                }
                if (struct.codes != null) {
                    out.writeFieldBegin(CODES);
                    writeCodes(out, struct.codes);
                    out.writeFieldEnd();
                }
                if (struct.words != null) {
                    out.writeFieldBegin(WORDS);
                    writeWords(out, struct.words);
                    out.writeFieldEnd();
                }
                if (struct.labels != null) {
                    out.writeFieldBegin(LABELS);
                    writeLabels(out, struct.labels);
                    out.writeFieldEnd();
                }
                if (struct.items != null) {
                    out.writeFieldBegin(ITEMS);
                    writeItems(out, struct.items);
                    out.writeFieldEnd();
                }
                if (struct.counts != null) {
                    out.writeFieldBegin(COUNTS);
                    writeCounts(out, struct.counts);
                    out.writeFieldEnd();
                }
                out.writeFieldStop();
                out.writeStructEnd();
            } finally {
                out.decrementRecursionDepth();
            }
        }

        private static void writeTimes(TProtocol out, List<Long> value) throws TException {
            out.writeListBegin(new TList(TType.I64, value.size()));
            for (long element : value) {
                out.writeI64(element);
            }
            out.writeListEnd();
        }

        private static void writeCodes(TProtocol out, List<Integer> value) throws TException {
            out.writeListBegin(new TList(TType.I32, value.size()));
            for (int element : value) {
                out.writeI32(element);
            }
            out.writeListEnd();
        }

        private static void writeWords(TProtocol out, List<String> value) throws TException {
            out.writeListBegin(new TList(TType.STRING, value.size()));
            for (String element : value) {
                out.writeString(element);
            }
            out.writeListEnd();
        }

        private static void writeLabels(TProtocol out, Map<String, String> value) throws TException {
            out.writeMapBegin(new TMap(TType.STRING, TType.STRING, value.size()));
            for (Map.Entry<String, String> entry : value.entrySet()) {
                out.writeString(entry.getKey());
                out.writeString(entry.getValue());
            }
            out.writeMapEnd();
        }

        private static void writeItems(TProtocol out, List<ApacheItem> value) throws TException {
            out.writeListBegin(new TList(TType.STRUCT, value.size()));
            for (ApacheItem element : value) {
                element.write(out);
            }
            out.writeListEnd();
        }

        private static void writeCounts(TProtocol out, Map<Integer, Long> value) throws TException {
            out.writeMapBegin(new TMap(TType.I32, TType.I64, value.size()));
            for (Map.Entry<Integer, Long> entry : value.entrySet()) {
                out.writeI32(entry.getKey());
                out.writeI64(entry.getValue());
            }
            out.writeMapEnd();
        }
    }
}
