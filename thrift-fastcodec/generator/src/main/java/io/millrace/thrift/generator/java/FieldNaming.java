package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.schema.FieldSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Gives the fields of a struct their names: those of the IDL where they are free, with underscores behind them where not. */
final class FieldNaming {
    private static final List<String> MEMBERS =
            List.of("which", "unknown", "serialVersionUID", "TYPE", "MEMORY", "FIXED", "HEADERS");
    private static final List<String> METHODS = List.of(
            "binaryLength",
            "readBinary",
            "readCompact",
            "readField",
            "readOther",
            "readRest",
            "unknownFields",
            "writeBinary",
            "writeCompact");

    /** What else a field's methods are called, before its name; no other field may be called so. */
    private static final List<String> PREFIXES = List.of("has", "clear", "read", "write", "remove", "view", "lengthOf");

    /** Parts of methods of large structs, whose arguments an accessor might have as well. */
    private static final Pattern PARTS = Pattern.compile("(newConstant|hashCode|equals)[0-9]+");

    private final UniqueNames members;
    private final UniqueNames methods;

    private FieldNaming(int flags) {
        List<String> reserved = new ArrayList<>(MEMBERS);
        IntStream.range(0, flags + 1).mapToObj(FieldCode::flags).forEach(reserved::add);
        members = new UniqueNames(reserved);
        List<String> calls = new ArrayList<>(METHODS);
        calls.addAll(JavaWords.INHERITED_METHODS);
        methods = new UniqueNames(calls);
    }

    /** The fields, by id. */
    static List<FieldCode> of(List<FieldSchema> fields, Set<FieldSchema> flagged, JavaTypes types) {
        FieldNaming naming = new FieldNaming(fields.size() / Integer.SIZE);
        List<String> accessors = new ArrayList<>();
        for (FieldSchema field : fields) {
            boolean part = PARTS.matcher(field.name()).matches();
            accessors.add(naming.methods.take(part ? field.name() + '_' : field.name()));
        }
        List<String> headers = new ArrayList<>();
        for (FieldSchema field : fields) {
            headers.add(naming.members.take(JavaWords.constant(field.name())));
        }
        List<FieldCode> codes = new ArrayList<>();
        int bits = 0;
        for (int i = 0; i < fields.size(); i++) {
            FieldSchema field = fields.get(i);
            codes.add(new FieldCode(
                    field,
                    accessors.get(i),
                    naming.members.take(types.variable(field.name())),
                    naming.suffix(field.name()),
                    headers.get(i),
                    flagged.contains(field) ? bits++ : -1));
        }
        return codes;
    }

    private String suffix(String name) {
        String suffix = JavaWords.capitalized(name);
        while (!isFree(suffix)) {
            suffix += '_';
        }
        for (String prefix : PREFIXES) {
            methods.take(prefix + suffix);
        }
        return suffix;
    }

    private boolean isFree(String suffix) {
        return PREFIXES.stream().allMatch(prefix -> methods.isFree(prefix + suffix));
    }
}
