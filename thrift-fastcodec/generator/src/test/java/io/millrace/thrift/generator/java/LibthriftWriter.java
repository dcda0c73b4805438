package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.schema.FieldSchema;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.schema.ThriftType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

/** Apache's own protocols, called as its generated code calls them. */
final class LibthriftWriter {
    private final Schema schema;
    private final TProtocol out;

    private LibthriftWriter(Schema schema, TProtocol out) {
        this.schema = schema;
        this.out = out;
    }

    static byte[] write(Schema schema, StructSchema struct, Map<?, ?> fields, boolean compact) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(1024);
        TProtocol out = compact ? new TCompactProtocol(buffer) : new TBinaryProtocol(buffer);
        new LibthriftWriter(schema, out).struct(struct, fields);
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }

    private void struct(StructSchema struct, Map<?, ?> fields) throws TException {
        out.writeStructBegin(new TStruct(struct.name().name()));
        List<FieldSchema> byId = struct.fields().stream()
                .sorted(Comparator.comparingInt(FieldSchema::id))
                .toList();
        for (FieldSchema field : byId) {
            Object value = fields.get(field.id());
            if (value != null) {
                out.writeFieldBegin(new TField(field.name(), wire(field.type()), field.id()));
                write(field.type(), value);
                out.writeFieldEnd();
            }
        }
        out.writeFieldStop();
        out.writeStructEnd();
    }

    private void write(ThriftType type, Object value) throws TException {
        if (type instanceof ThriftType.Base base) {
            switch (base.type()) {
                case BOOL -> out.writeBool((Boolean) value);
                case I8 -> out.writeByte((Byte) value);
                case I16 -> out.writeI16((Short) value);
                case I32 -> out.writeI32((Integer) value);
                case I64 -> out.writeI64((Long) value);
                case DOUBLE -> out.writeDouble((Double) value);
                case UUID -> out.writeUuid((UUID) value);
                case STRING, BINARY -> out.writeBinary(((ByteBuffer) value).duplicate());
            }
        } else if (type instanceof ThriftType.EnumOf) {
            out.writeI32((Integer) value);
        } else if (type instanceof ThriftType.StructOf struct) {
            struct(schema.struct(struct.name()), (Map<?, ?>) value);
        } else if (type instanceof ThriftType.MapOf map) {
            entries(map, (Map<?, ?>) value);
        } else {
            elements(type, (Collection<?>) value);
        }
    }

    private void elements(ThriftType type, Collection<?> values) throws TException {
        ThriftType element = Elements.of(type);
        if (type instanceof ThriftType.SetOf) {
            out.writeSetBegin(new TSet(wire(element), values.size()));
        } else {
            out.writeListBegin(new TList(wire(element), values.size()));
        }
        for (Object value : values) {
            write(element, value);
        }
    }

    private void entries(ThriftType.MapOf type, Map<?, ?> map) throws TException {
        out.writeMapBegin(new TMap(wire(type.key()), wire(type.value()), map.size()));
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            write(type.key(), entry.getKey());
            write(type.value(), entry.getValue());
        }
    }

    private static byte wire(ThriftType type) {
        if (type instanceof ThriftType.Base base) {
            return switch (base.type()) {
                case BOOL -> 2;
                case I8 -> 3;
                case DOUBLE -> 4;
                case I16 -> 6;
                case I32 -> 8;
                case I64 -> 10;
                case STRING, BINARY -> 11;
                case UUID -> 16;
            };
        } else if (type instanceof ThriftType.EnumOf) {
            return 8;
        } else if (type instanceof ThriftType.StructOf) {
            return 12;
        } else if (type instanceof ThriftType.MapOf) {
            return 13;
        }
        return (byte) (type instanceof ThriftType.SetOf ? 14 : 15);
    }
}
