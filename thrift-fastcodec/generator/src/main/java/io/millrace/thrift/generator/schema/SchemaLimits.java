package io.millrace.thrift.generator.schema;

/** How much a set of files may mean: short text can name the same thing twice, and twice again. */
public final class SchemaLimits {

    /** Files that one run reads. */
    public static final int FILES = 10_000;

    /** Levels of a type without its typedefs, and of a constant's value without its names. */
    public static final int DEPTH = 64;

    /** Types within one type without its typedefs. */
    public static final int TYPE_PARTS = 256;

    /** Values within all constants and defaults of a file; one that is named counts each time. */
    public static final int VALUES = 1 << 24;

    private SchemaLimits() {}
}
