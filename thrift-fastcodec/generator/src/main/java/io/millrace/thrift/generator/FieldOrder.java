package io.millrace.thrift.generator;

/** The order in which a struct's fields are written in the binary protocol. Every reader takes them in any order. */
public enum FieldOrder {
    /** By their ids: the bytes are those of Apache's libraries. */
    ID,
    /** Those that are always there and of one size first: their places are known beforehand. */
    FIXED_SIZE_FIRST
}
