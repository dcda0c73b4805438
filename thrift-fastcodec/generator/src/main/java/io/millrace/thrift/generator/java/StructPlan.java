package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import io.millrace.thrift.generator.FieldOrder;
import io.millrace.thrift.generator.schema.FieldSchema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What all methods of a struct's class are written from. */
final class StructPlan {

    /** Fields whose code goes into one method: at most some 40 bytecodes each, and a method is compiled up to 8000. */
    static final int FIELDS_A_METHOD = 100;

    /** Of an exception's stack trace, in bytes. */
    private static final int TRACE_MEMORY = 1000;

    private final StructSchema schema;
    private final ClassName self;
    private final JavaTypes types;
    private final List<FieldCode> fields;
    private final List<FieldCode> written;

    StructPlan(StructSchema schema, ClassName self, JavaTypes types, FieldOrder order) {
        this.schema = schema;
        this.self = self;
        this.types = types;
        List<FieldSchema> byId = new ArrayList<>(schema.fields());
        byId.sort(Comparator.comparingInt(FieldSchema::id));
        Set<FieldSchema> flagged = new LinkedHashSet<>();
        for (FieldSchema field : byId) {
            if (!isUnion()
                    && JavaTypes.isPrimitive(field.type())
                    && field.requiredness() != Field.Requiredness.DEFAULT) {
                flagged.add(field);
            }
        }
        fields = List.copyOf(FieldNaming.of(byId, flagged, types));
        List<FieldCode> inOrder = new ArrayList<>(fields);
        if (order == FieldOrder.FIXED_SIZE_FIRST) {
            inOrder.sort(Comparator.comparing(field -> !isAlwaysFixed(field)));
        }
        written = List.copyOf(inOrder);
    }

    /** The name in the IDL. */
    String name() {
        return schema.name().name();
    }

    StructSchema schema() {
        return schema;
    }

    ClassName self() {
        return self;
    }

    JavaTypes types() {
        return types;
    }

    /** By id. */
    List<FieldCode> fields() {
        return fields;
    }

    /** The field of a name in the IDL. */
    FieldCode field(String name) {
        return fields.stream()
                .filter(field -> field.schema().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The field of an id that the struct has. */
    FieldCode field(int id) {
        return fields.stream().filter(field -> field.id() == id).findFirst().orElseThrow();
    }

    /** In the order in which the binary protocol gets them, in groups of a method each; none is an empty one. */
    List<List<FieldCode>> writtenGroups() {
        return groups(written);
    }

    /** By id, in groups of a method each. */
    List<List<FieldCode>> groups() {
        return groups(fields);
    }

    private static List<List<FieldCode>> groups(List<FieldCode> all) {
        List<List<FieldCode>> groups = new ArrayList<>();
        for (int from = 0; from < all.size() || from == 0; from += FIELDS_A_METHOD) {
            groups.add(all.subList(from, Math.min(all.size(), from + FIELDS_A_METHOD)));
        }
        return groups;
    }

    boolean isUnion() {
        return schema.kind() == Definition.Struct.Kind.UNION;
    }

    boolean isException() {
        return schema.kind() == Definition.Struct.Kind.EXCEPTION;
    }

    boolean isRecursive() {
        return schema.encoding().recursive();
    }

    /** Flags of fields that are there or not without being null. */
    int flagWords() {
        long bits = fields.stream().filter(field -> field.bit() >= 0).count();
        return (int) (bits + Integer.SIZE - 1) / Integer.SIZE;
    }

    /** Always written, and of one size. */
    boolean isAlwaysFixed(FieldCode field) {
        return field.isPrimitive() && !field.isOptional() && !isUnion();
    }

    /** Bytes of the fields that are always written, and STOP. */
    int fixedBytes() {
        return 1
                + fields.stream()
                        .filter(this::isAlwaysFixed)
                        .mapToInt(field -> 3 + JavaTypes.fixed(field.type()))
                        .sum();
    }

    /** Of an object, with the defaults that it is made with. */
    int memory() {
        long defaults = fields.stream()
                .flatMap(field -> field.schema().defaultValue().stream())
                .mapToLong(ConstantCode::memory)
                .sum();
        return (int) Math.min(1 << 30, 24 + 8L * fields.size() + (isException() ? TRACE_MEMORY : 0) + defaults);
    }

    /** Whether a field is there, within a method of the object; of references, whether it is not null. */
    CodeBlock isThere(FieldCode field) {
        String here = field.here();
        if (isUnion()) {
            return field.isPrimitive()
                    ? CodeBlock.of("which == $L", field.id())
                    : CodeBlock.of("which == $L && $L != null", field.id(), here);
        } else if (!field.isPrimitive()) {
            return CodeBlock.of("$L != null", here);
        }
        return CodeBlock.of("($L & $L) != 0", field.flags(), field.mask());
    }

    /** Whether it need not be asked if a field is there. */
    boolean isAlwaysThere(FieldCode field) {
        return !isUnion() && field.isPrimitive() && field.bit() < 0;
    }

    /** That a field was set, as a statement on {@code object}, which ends with a dot or is empty. */
    void mark(CodeBlock.Builder code, FieldCode field, String object) {
        if (isUnion()) {
            code.addStatement("$Lwhich = $L", object, field.id());
        } else if (field.bit() >= 0) {
            code.addStatement("$L$L |= $L", object, field.flags(), field.mask());
        }
    }
}
