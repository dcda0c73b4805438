package io.millrace.newsql.mysql;

/** A temporal parameter of a prepared statement, {@linkplain io.millrace.newsql.encoding.PackedTemporal packed}; its fields are within their bits, but may be no real date. */
public sealed interface TemporalValue {

    /** The value in the layout of {@link io.millrace.newsql.encoding.PackedTemporal}. */
    long packed();

    /** A DATE. */
    record OfDate(long packed) implements TemporalValue {}

    /** A DATETIME or TIMESTAMP. */
    record OfDateTime(long packed) implements TemporalValue {}

    /** A TIME; at most 838:59:59.999999 each way. */
    record OfTime(long packed) implements TemporalValue {}
}
