package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.schema.FieldSchema;
import io.millrace.thrift.generator.schema.ThriftType;
import io.millrace.thrift.generator.syntax.Field;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A field with what its class calls it.
 *
 * @param accessor its getter and setter, and the field of the class unless that has one of the name
 * @param member the field of the class
 * @param suffix behind {@code has}, {@code clear}, {@code read} and {@code write}
 * @param header the constant of its header
 * @param bit in the class's flags, or -1 if it needs none
 */
record FieldCode(FieldSchema schema, String accessor, String member, String suffix, String header, int bit) {

    /** What methods call their own variables: a field of that name is told apart by {@code this}. */
    private static final Set<String> LOCALS = Set.of(
            "at",
            "field",
            "fieldText",
            "hash",
            "id",
            "in",
            "length",
            "lengths",
            "other",
            "out",
            "text",
            "that",
            "to",
            "value");

    private static final Pattern NUMBERED = Pattern.compile("(count|element|entry|i|item|key|value)[0-9]+");

    short id() {
        return schema.id();
    }

    ThriftType type() {
        return schema.type();
    }

    boolean isRequired() {
        return schema.requiredness() == Field.Requiredness.REQUIRED;
    }

    boolean isOptional() {
        return schema.requiredness() == Field.Requiredness.OPTIONAL;
    }

    @Nullable
    Primitive primitive() {
        return Primitive.of(schema.type());
    }

    boolean isPrimitive() {
        return primitive() != null;
    }

    /** The field within a method of its object. */
    String here() {
        return isLocal(member) ? "this." + member : member;
    }

    /** Whether methods have a variable of the name. */
    static boolean isLocal(String name) {
        return LOCALS.contains(name) || NUMBERED.matcher(name).matches();
    }

    /** The id as the low half of what inputs call a field. */
    String idBits() {
        return id() >= 0 ? String.valueOf(id()) : "(" + id() + " & 0xFFFF)";
    }

    /** The flags that hold its bit. */
    String flags() {
        return flags(bit / Integer.SIZE);
    }

    static String flags(int index) {
        return index == 0 ? "set" : "set" + (index + 1);
    }

    String mask() {
        int mask = 1 << bit;
        return mask == Integer.MIN_VALUE ? "0x80000000" : String.valueOf(mask);
    }
}
