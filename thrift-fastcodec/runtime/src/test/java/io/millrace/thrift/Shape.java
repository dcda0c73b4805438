package io.millrace.thrift;

import java.util.List;
import java.util.function.Supplier;

/**
 * A type as a definition gives it, so that a peer can be driven by it.
 *
 * @param type as {@link WireType} numbers it
 * @param text whether a {@code STRING} is text, not binary
 * @param fields of a struct, by id
 * @param arguments of a container: the element, or key and value
 */
record Shape(int type, boolean text, List<Field> fields, List<Shape> arguments) {

    enum Presence {
        ALWAYS,
        SOMETIMES,
        /** One of all the fields. */
        UNION
    }

    record Field(int id, Presence presence, Supplier<Shape> shape) {}

    static final Shape BOOL = of(WireType.BOOL);
    static final Shape I8 = of(WireType.BYTE);
    static final Shape I16 = of(WireType.I16);
    static final Shape I32 = of(WireType.I32);
    static final Shape I64 = of(WireType.I64);
    static final Shape DOUBLE = of(WireType.DOUBLE);
    static final Shape UUID = of(WireType.UUID);
    static final Shape TEXT = new Shape(WireType.STRING, true, List.of(), List.of());
    static final Shape BINARY = of(WireType.STRING);

    static final Shape SMALL = struct(
            always(1, I64),
            always(2, I64),
            always(3, I64),
            always(4, I32),
            always(5, I32),
            sometimes(6, TEXT),
            always(7, BOOL),
            always(8, DOUBLE));
    static final Shape ITEM =
            struct(always(1, I64), sometimes(2, TEXT), always(3, I32), always(4, DOUBLE), sometimes(5, TEXT));
    static final Shape MIXED = struct(
            always(1, I64),
            always(2, I32),
            always(3, BOOL),
            always(4, DOUBLE),
            sometimes(5, TEXT),
            sometimes(6, BINARY),
            sometimes(7, list(I64)),
            sometimes(8, list(I32)),
            sometimes(9, list(TEXT)),
            sometimes(10, map(TEXT, TEXT)),
            sometimes(11, list(ITEM)),
            sometimes(12, map(I32, I64)));
    static final Shape ANO = struct(always(1, I64), sometimes(2, TEXT));
    static final Shape MY_TEST = struct(always(1, I64), sometimes(2, ANO), sometimes(3, list(I64)));
    static final Shape CHOICE = union(one(1, I64), one(2, TEXT), one(3, ANO), one(4, list(I32)), one(5, list(TEXT)));
    static final Shape TREE = struct(
            sometimes(1, TEXT),
            later(2, () -> Shape.TREE),
            later(3, () -> Shape.TREE),
            later(4, () -> list(Shape.TREE)),
            later(5, () -> map(TEXT, Shape.TREE)));
    static final Shape EVERYTHING = struct(
            always(-5, I16),
            always(1, BOOL),
            always(2, I8),
            always(3, I16),
            always(4, I32),
            always(5, I64),
            always(6, DOUBLE),
            sometimes(7, TEXT),
            sometimes(8, BINARY),
            sometimes(9, UUID),
            sometimes(10, I32),
            sometimes(11, ANO),
            sometimes(12, CHOICE),
            sometimes(13, BOOL),
            sometimes(14, I32),
            always(15, I64),
            always(16, TEXT),
            sometimes(20, list(BOOL)),
            sometimes(21, list(I8)),
            sometimes(22, list(I16)),
            sometimes(23, list(I32)),
            sometimes(24, list(DOUBLE)),
            sometimes(25, list(I32)),
            sometimes(26, list(BINARY)),
            sometimes(27, list(list(I32))),
            sometimes(28, list(ANO)),
            sometimes(29, set(I32)),
            sometimes(30, set(TEXT)),
            sometimes(31, set(ANO)),
            sometimes(40, map(TEXT, BOOL)),
            sometimes(41, map(I64, ANO)),
            sometimes(42, map(TEXT, list(TEXT))),
            sometimes(43, map(I32, map(I16, DOUBLE))),
            sometimes(44, map(BINARY, TEXT)),
            sometimes(45, map(DOUBLE, I8)),
            sometimes(46, map(ANO, set(I64))),
            sometimes(300, I32));

    static Shape of(int type) {
        return new Shape(type, false, List.of(), List.of());
    }

    static Shape list(Shape element) {
        return new Shape(WireType.LIST, false, List.of(), List.of(element));
    }

    static Shape set(Shape element) {
        return new Shape(WireType.SET, false, List.of(), List.of(element));
    }

    static Shape map(Shape key, Shape value) {
        return new Shape(WireType.MAP, false, List.of(), List.of(key, value));
    }

    static Shape struct(Field... fields) {
        return new Shape(WireType.STRUCT, false, List.of(fields), List.of());
    }

    static Shape union(Field... fields) {
        return struct(fields);
    }

    static Field always(int id, Shape shape) {
        return new Field(id, Presence.ALWAYS, () -> shape);
    }

    static Field sometimes(int id, Shape shape) {
        return later(id, () -> shape);
    }

    static Field later(int id, Supplier<Shape> shape) {
        return new Field(id, Presence.SOMETIMES, shape);
    }

    static Field one(int id, Shape shape) {
        return new Field(id, Presence.UNION, () -> shape);
    }
}
