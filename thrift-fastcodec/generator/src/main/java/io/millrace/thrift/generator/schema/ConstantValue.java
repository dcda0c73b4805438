package io.millrace.thrift.generator.schema;

import java.util.List;
import java.util.UUID;

/** A value that fits its type, without names of other constants. */
public sealed interface ConstantValue {

    /** Of a {@code bool}. */
    record Truth(boolean value) implements ConstantValue {}

    /** Of {@code i8} to {@code i64}, within the type's range. */
    record Whole(long value) implements ConstantValue {}

    /** Of a {@code double}. */
    record Real(double value) implements ConstantValue {}

    /** Of a {@code string}; of a {@code binary} the bytes are its UTF-8. */
    record Text(String value) implements ConstantValue {}

    /** Of a {@code uuid}. */
    record Uuid(UUID value) implements ConstantValue {}

    /** Of an enum: one that has a name. */
    record Item(TypeName type, String name, int number) implements ConstantValue {}

    /** Of a list or, without equal ones, of a set. */
    record Items(List<ConstantValue> values) implements ConstantValue {}

    /** Of a map, without equal keys, in the order of the text. */
    record Entries(List<Entry> entries) implements ConstantValue {

        /** A key with its value. */
        public record Entry(ConstantValue key, ConstantValue value) {}
    }

    /** Of a struct, union (one field or none) or exception: the fields that are set, in the order of the text. */
    record Fields(TypeName type, List<Setting> settings) implements ConstantValue {

        /** A field's name with its value. */
        public record Setting(String field, ConstantValue value) {}
    }
}
