package io.millrace.thrift.generator.schema;

import java.util.List;
import java.util.Map;

/**
 * What one file declares.
 *
 * @param file what its source is known by
 * @param program the file's name without folders and {@code .thrift}: what including files put before its names
 * @param namespaces by scope, {@code *} among them
 * @param includes files, in the order of the text
 * @param hash of the text of this file and of all that it includes, 64 hexadecimal digits: the same for the same text wherever
 *     the files lie, another one if any of them changes
 */
public record SchemaFile(
        String file,
        String program,
        String doc,
        Map<String, String> namespaces,
        List<String> includes,
        List<TypedefSchema> typedefs,
        List<EnumSchema> enums,
        List<StructSchema> structs,
        List<ConstantSchema> constants,
        List<ServiceSchema> services,
        String hash) {}
