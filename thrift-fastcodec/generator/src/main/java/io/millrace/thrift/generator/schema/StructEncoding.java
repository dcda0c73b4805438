package io.millrace.thrift.generator.schema;

/**
 * What an encoder in the Binary protocol wants to know of a struct beforehand.
 *
 * <p>A field of fixed size is one whose value takes the same bytes always: a number, bool, enum, uuid or a struct of fixed size
 * itself. It is always written if it is required, or a number or bool that nothing is said of.
 *
 * @param recursive whether a value can hold another of this struct, however deep: its size has no bound
 * @param fixedSize whether all values take the same bytes
 * @param fixedBytes what the always written fields of fixed size take, with 3 bytes before each and the stop byte; all of the
 *     value if it is of fixed size
 * @param minimumBytes the smallest that a readable value takes
 */
public record StructEncoding(boolean recursive, boolean fixedSize, int fixedBytes, int minimumBytes) {}
