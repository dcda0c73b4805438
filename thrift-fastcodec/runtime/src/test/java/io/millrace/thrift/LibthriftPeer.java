package io.millrace.thrift;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;

/** Apache's own protocols, driven by hand: writes and reads the trees of {@link RandomTree}. */
final class LibthriftPeer {
    private final boolean compact;

    LibthriftPeer(boolean compact) {
        this.compact = compact;
    }

    byte[] write(Shape shape, Map<Integer, Object> struct) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(1024);
        write(compact ? new TCompactProtocol(buffer) : new TBinaryProtocol(buffer), shape, struct);
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }

    Map<Integer, Object> read(byte[] bytes) throws TException {
        TMemoryInputTransport buffer = new TMemoryInputTransport(bytes);
        Map<Integer, Object> struct = struct(compact ? new TCompactProtocol(buffer) : new TBinaryProtocol(buffer));
        if (buffer.getBytesRemainingInBuffer() != 0) {
            throw new TException("bytes left over: " + buffer.getBytesRemainingInBuffer());
        }
        return struct;
    }

    private static void write(TProtocol out, Shape shape, Object value) throws TException {
        switch (shape.type()) {
            case WireType.BOOL -> out.writeBool((Boolean) value);
            case WireType.BYTE -> out.writeByte((Byte) value);
            case WireType.I16 -> out.writeI16((Short) value);
            case WireType.I32 -> out.writeI32((Integer) value);
            case WireType.I64 -> out.writeI64((Long) value);
            case WireType.DOUBLE -> out.writeDouble((Double) value);
            case WireType.UUID -> out.writeUuid((UUID) value);
            case WireType.STRING -> out.writeBinary(((ByteBuffer) value).duplicate());
            case WireType.STRUCT -> writeStruct(out, shape, (Map<?, ?>) value);
            case WireType.MAP -> writeMap(out, shape, (Map<?, ?>) value);
            case WireType.SET -> {
                out.writeSetBegin(new TSet((byte) element(shape), ((Collection<?>) value).size()));
                writeAll(out, shape, (Collection<?>) value);
            }
            default -> {
                out.writeListBegin(new TList((byte) element(shape), ((Collection<?>) value).size()));
                writeAll(out, shape, (Collection<?>) value);
            }
        }
    }

    private static int element(Shape shape) {
        return shape.arguments().get(0).type();
    }

    private static void writeAll(TProtocol out, Shape shape, Collection<?> values) throws TException {
        for (Object value : values) {
            write(out, shape.arguments().get(0), value);
        }
    }

    private static void writeStruct(TProtocol out, Shape shape, Map<?, ?> fields) throws TException {
        out.writeStructBegin(new TStruct());
        for (Shape.Field field : shape.fields()) {
            Object value = fields.get(field.id());
            if (value != null) {
                Shape of = field.shape().get();
                out.writeFieldBegin(new TField("", (byte) of.type(), (short) field.id()));
                write(out, of, value);
                out.writeFieldEnd();
            }
        }
        out.writeFieldStop();
        out.writeStructEnd();
    }

    private static void writeMap(TProtocol out, Shape shape, Map<?, ?> map) throws TException {
        Shape key = shape.arguments().get(0);
        Shape value = shape.arguments().get(1);
        out.writeMapBegin(new TMap((byte) key.type(), (byte) value.type(), map.size()));
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            write(out, key, entry.getKey());
            write(out, value, entry.getValue());
        }
    }

    private static Object read(TProtocol in, int type) throws TException {
        return switch (type) {
            case WireType.BOOL -> in.readBool();
            case WireType.BYTE -> in.readByte();
            case WireType.I16 -> in.readI16();
            case WireType.I32 -> in.readI32();
            case WireType.I64 -> in.readI64();
            case WireType.DOUBLE -> in.readDouble();
            case WireType.UUID -> in.readUuid();
            case WireType.STRING -> in.readBinary();
            case WireType.STRUCT -> struct(in);
            case WireType.MAP -> map(in);
            case WireType.SET -> set(in);
            case WireType.LIST -> list(in);
            default -> throw new TException("no such type: " + type);
        };
    }

    private static Map<Integer, Object> struct(TProtocol in) throws TException {
        Map<Integer, Object> fields = new TreeMap<>();
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != 0; field = in.readFieldBegin()) {
            fields.put((int) field.id, read(in, field.type));
        }
        in.readStructEnd();
        return fields;
    }

    private static Map<Object, Object> map(TProtocol in) throws TException {
        TMap header = in.readMapBegin();
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < header.size; i++) {
            Object key = read(in, header.keyType);
            map.put(key, read(in, header.valueType));
        }
        return map;
    }

    private static Set<Object> set(TProtocol in) throws TException {
        TSet header = in.readSetBegin();
        Set<Object> set = new LinkedHashSet<>();
        for (int i = 0; i < header.size; i++) {
            set.add(read(in, header.elemType));
        }
        return set;
    }

    private static List<Object> list(TProtocol in) throws TException {
        TList header = in.readListBegin();
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < header.size; i++) {
            list.add(read(in, header.elemType));
        }
        return list;
    }
}
