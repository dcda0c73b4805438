package io.millrace.thrift.generator.java;

import io.millrace.thrift.Bytes;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.schema.ThriftType;
import io.millrace.thrift.generator.schema.TypeName;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Objects of generated classes, made of trees by the setters that users call. */
final class GeneratedObjects {
    private final Schema schema;
    private final String packageName;
    private final CompiledSources classes;

    private GeneratedObjects(Schema schema, String packageName, CompiledSources classes) {
        this.schema = schema;
        this.packageName = packageName;
        this.classes = classes;
    }

    static GeneratedObjects of(Schema schema, String packageName, FieldOrder order) {
        return new GeneratedObjects(
                schema, packageName, CompiledSources.of(JavaEmitter.emit(schema, file -> true, order)));
    }

    private Class<?> type(TypeName name) throws ReflectiveOperationException {
        return classes.loadClass(packageName + '.' + name.name());
    }

    @SuppressWarnings("unchecked") // a generated TYPE reads what its class is
    StructType<ThriftStruct> reader(StructSchema struct) throws ReflectiveOperationException {
        return (StructType<ThriftStruct>)
                Objects.requireNonNull(type(struct.name()).getField("TYPE").get(null));
    }

    ThriftStruct struct(StructSchema struct, Map<?, ?> fields) throws ReflectiveOperationException {
        Object object = type(struct.name()).getConstructor().newInstance();
        for (var field : struct.fields()) {
            Object value = fields.get(field.id());
            if (value != null) {
                setter(object.getClass(), field.name()).invoke(object, value(field.type(), value));
            }
        }
        return (ThriftStruct) object;
    }

    private static Method setter(Class<?> type, String name) {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == 1) {
                return method;
            }
        }
        throw new AssertionError("no setter " + name + " in " + type);
    }

    private Object value(ThriftType type, Object value) throws ReflectiveOperationException {
        if (type instanceof ThriftType.StructOf struct) {
            return struct(schema.struct(struct.name()), (Map<?, ?>) value);
        } else if (type instanceof ThriftType.EnumOf item) {
            return Objects.requireNonNull(
                    type(item.name()).getMethod("of", int.class).invoke(null, value));
        } else if (type instanceof ThriftType.MapOf map) {
            return entries(map, (Map<?, ?>) value);
        } else if (value instanceof Collection<?> elements) {
            return elements(type, elements);
        } else if (value instanceof ByteBuffer bytes) {
            return JavaTypes.isText(type)
                    ? StandardCharsets.UTF_8.decode(bytes.duplicate()).toString()
                    : Bytes.copyOf(bytes.array());
        }
        return value;
    }

    private Object elements(ThriftType type, Collection<?> elements) throws ReflectiveOperationException {
        Primitive numbers = Primitive.ofElements(type);
        if (numbers != null) {
            Object list = Class.forName(numbers.list().canonicalName())
                    .getConstructor()
                    .newInstance();
            for (Object element : elements) {
                setter(list.getClass(), "add").invoke(list, element);
            }
            return list;
        }
        Collection<Object> made = type instanceof ThriftType.SetOf ? new LinkedHashSet<>() : new ArrayList<>();
        for (Object element : elements) {
            made.add(value(Elements.of(type), element));
        }
        return made;
    }

    private Object entries(ThriftType.MapOf type, Map<?, ?> map) throws ReflectiveOperationException {
        Map<Object, Object> made = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            made.put(value(type.key(), entry.getKey()), value(type.value(), entry.getValue()));
        }
        if (Primitive.map(type) == null) {
            return made;
        }
        Object numbers = Class.forName(
                        Objects.requireNonNull(Primitive.map(type)).canonicalName())
                .getConstructor()
                .newInstance();
        Method put = List.of(numbers.getClass().getMethods()).stream()
                .filter(method -> method.getName().equals("put"))
                .findFirst()
                .orElseThrow();
        for (Map.Entry<Object, Object> entry : made.entrySet()) {
            put.invoke(numbers, entry.getKey(), entry.getValue());
        }
        return numbers;
    }
}
