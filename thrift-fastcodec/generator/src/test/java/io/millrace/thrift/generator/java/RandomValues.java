package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.schema.FieldSchema;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.schema.ThriftType;
import io.millrace.thrift.generator.syntax.BaseType;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/** Random values as trees: structs are maps by id, strings and binaries are buffers, enums are numbers. */
final class RandomValues {
    private static final int NESTING_MAX = 5;

    private final Schema schema;
    private final Random random;

    RandomValues(Schema schema, Random random) {
        this.schema = schema;
        this.random = random;
    }

    Map<Short, Object> struct(StructSchema struct, int nesting) {
        Map<Short, Object> fields = new TreeMap<>();
        if (struct.kind() == Definition.Struct.Kind.UNION) {
            // The first does not hold another of its kind, so that there is an end.
            FieldSchema field = struct.fields()
                    .get(nesting < NESTING_MAX ? random.nextInt(struct.fields().size()) : 0);
            fields.put(field.id(), value(field.type(), nesting));
            return fields;
        }
        for (FieldSchema field : struct.fields()) {
            if (isAlwaysThere(field) || nesting < NESTING_MAX && random.nextInt(3) > 0) {
                fields.put(field.id(), value(field.type(), nesting));
            }
        }
        return fields;
    }

    private static boolean isAlwaysThere(FieldSchema field) {
        return field.requiredness() == Field.Requiredness.REQUIRED
                || field.requiredness() == Field.Requiredness.DEFAULT && JavaTypes.isPrimitive(field.type());
    }

    private Object value(ThriftType type, int nesting) {
        if (type instanceof ThriftType.Base base) {
            return base(base.type());
        } else if (type instanceof ThriftType.EnumOf) {
            return random.nextBoolean() ? random.nextInt(3) - 1 : random.nextInt();
        } else if (type instanceof ThriftType.StructOf struct) {
            return struct(schema.struct(struct.name()), nesting + 1);
        } else if (type instanceof ThriftType.MapOf map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (int left = size(nesting); left > 0; left--) {
                entries.put(value(map.key(), nesting + 1), value(map.value(), nesting + 1));
            }
            return entries;
        }
        List<Object> elements = new ArrayList<>();
        for (int left = size(nesting); left > 0; left--) {
            elements.add(value(Elements.of(type), nesting + 1));
        }
        return type instanceof ThriftType.SetOf ? new LinkedHashSet<>(elements) : elements;
    }

    private int size(int nesting) {
        return nesting >= NESTING_MAX ? 0 : random.nextInt(6 - nesting);
    }

    private Object base(BaseType type) {
        return switch (type) {
            case BOOL -> random.nextBoolean();
            case I8 -> (byte) random.nextInt();
            case I16 -> (short) number();
            case I32 -> (int) number();
            case I64 -> number();
            case DOUBLE -> random.nextInt(8) == 0 ? Double.NaN : random.nextGaussian();
            case STRING -> ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
            case BINARY -> bytes();
            case UUID -> new UUID(random.nextLong(), random.nextLong());
        };
    }

    /** Of any number of digits, so that varints of every length come. */
    private long number() {
        return random.nextLong() >> random.nextInt(64);
    }

    private ByteBuffer bytes() {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(20); left > 0; left--) {
            text.appendCodePoint(random.nextInt(10) > 0 ? 'a' + random.nextInt(26) : 0x1F300 + random.nextInt(0x100));
        }
        return text.toString();
    }
}
