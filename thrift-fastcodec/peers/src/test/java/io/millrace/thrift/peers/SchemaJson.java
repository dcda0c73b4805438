package io.millrace.thrift.peers;

import io.millrace.thrift.generator.schema.DirectorySources;
import io.millrace.thrift.generator.schema.FieldSchema;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.SchemaFile;
import io.millrace.thrift.generator.schema.SchemaReader;
import io.millrace.thrift.generator.schema.ServiceSchema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.schema.ThriftType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Definitions as a peer program reads them: {@code structs} by name, {@code functions} of all services by name. A struct is its fields by id, each with
 * a type; a type has a kind, and an element, or key and value, or a struct's name. Names are words, so nothing needs an escape.
 */
final class SchemaJson {

    private SchemaJson() {}

    static String of(Path idl) {
        Schema schema = SchemaReader.read(new DirectorySources(List.of()), List.of(idl.toString()));
        List<String> structs = new ArrayList<>();
        List<String> functions = new ArrayList<>();
        for (SchemaFile file : schema.files()) {
            for (StructSchema struct : file.structs()) {
                structs.add(quoted(struct.name().name()) + ":" + fields(struct.fields()));
            }
            for (ServiceSchema service : file.services()) {
                service.functions().forEach(function -> functions.add(function(function)));
            }
        }
        return "{\"structs\":" + object(structs) + ",\n\"functions\":" + object(functions) + "}\n";
    }

    private static String function(ServiceSchema.Function function) {
        Stream<String> success = function.result().stream().map(type -> field(0, "success", type));
        Stream<String> failures = function.exceptions().stream().map(SchemaJson::field);
        String result = function.oneway() ? "null" : array(Stream.concat(success, failures));
        return quoted(function.name()) + ":{\"arguments\":" + fields(function.arguments()) + ",\"result\":" + result
                + "}";
    }

    private static String fields(List<FieldSchema> fields) {
        return array(
                fields.stream().sorted(Comparator.comparingInt(FieldSchema::id)).map(SchemaJson::field));
    }

    private static String field(FieldSchema field) {
        return field(field.id(), field.name(), field.type());
    }

    private static String field(int id, String name, ThriftType type) {
        return "{\"id\":" + id + ",\"name\":" + quoted(name) + ",\"type\":" + type(type) + "}";
    }

    private static String type(ThriftType type) {
        if (type instanceof ThriftType.Base base) {
            return "{\"kind\":" + quoted(base.type().word()) + "}";
        } else if (type instanceof ThriftType.EnumOf) {
            return "{\"kind\":\"i32\"}";
        } else if (type instanceof ThriftType.StructOf struct) {
            return "{\"kind\":\"struct\",\"name\":" + quoted(struct.name().name()) + "}";
        } else if (type instanceof ThriftType.ListOf list) {
            return "{\"kind\":\"list\",\"element\":" + type(list.element()) + "}";
        } else if (type instanceof ThriftType.SetOf set) {
            return "{\"kind\":\"set\",\"element\":" + type(set.element()) + "}";
        } else if (type instanceof ThriftType.MapOf map) {
            return "{\"kind\":\"map\",\"key\":" + type(map.key()) + ",\"value\":" + type(map.value()) + "}";
        }
        throw new IllegalArgumentException("unknown type: " + type);
    }

    private static String quoted(String word) {
        return '"' + word + '"';
    }

    private static String array(Stream<String> elements) {
        return elements.collect(Collectors.joining(",", "[", "]"));
    }

    private static String object(List<String> members) {
        return members.stream().collect(Collectors.joining(",\n", "{", "}"));
    }
}
