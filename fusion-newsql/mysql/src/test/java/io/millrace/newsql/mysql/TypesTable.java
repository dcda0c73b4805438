package io.millrace.newsql.mysql;

import io.millrace.newsql.encoding.PackedTemporal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every type with its least, an ordinary and its greatest value, and NULL; and the texts that a client must show. */
final class TypesTable {

    /** A column, its values, and their texts. */
    record Case(ColumnDefinition column, List<Object> values, List<String> texts) {}

    static final List<Case> CASES = cases();

    /** Values of each column. */
    static final int VALUES = 3;

    private TypesTable() {}

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        integers(cases);
        numbers(cases);
        temporals(cases);
        texts(cases);
        return List.copyOf(cases);
    }

    private static void integers(List<Case> cases) {
        integer(cases, "tiny", ColumnType.TINY, 0, -128L, 7L, 127L);
        integer(cases, "utiny", ColumnType.TINY, ColumnFlags.UNSIGNED, 0L, 200L, 255L);
        integer(cases, "small", ColumnType.SHORT, 0, -32768L, -1L, 32767L);
        integer(cases, "usmall", ColumnType.SHORT, ColumnFlags.UNSIGNED, 0L, 40000L, 65535L);
        integer(cases, "medium", ColumnType.INT24, 0, -8388608L, -5L, 8388607L);
        integer(cases, "umedium", ColumnType.INT24, ColumnFlags.UNSIGNED, 0L, 9000000L, 16777215L);
        integer(cases, "ints", ColumnType.LONG, 0, -2147483648L, 0L, 2147483647L);
        integer(cases, "uints", ColumnType.LONG, ColumnFlags.UNSIGNED, 0L, 3000000000L, 4294967295L);
        integer(cases, "bigs", ColumnType.LONGLONG, 0, Long.MIN_VALUE, -1L, Long.MAX_VALUE);
        integer(
                cases,
                "ubigs",
                ColumnType.LONGLONG,
                ColumnFlags.UNSIGNED,
                0L,
                new BigInteger("9223372036854775808"),
                new BigInteger("18446744073709551615"));
        integer(cases, "years", ColumnType.YEAR, ColumnFlags.UNSIGNED, 1901L, 2026L, 2155L);
    }

    private static void numbers(List<Case> cases) {
        add(
                cases,
                ColumnDefinition.of("decimals", ColumnType.NEWDECIMAL, 63, 67, ColumnFlags.NUM, 2),
                new BigDecimal("-99999999999999999999.99"),
                new BigDecimal("0.10"),
                new BigDecimal("99999999999999999999.99"));
        add(
                cases,
                ColumnDefinition.of("doubles", ColumnType.DOUBLE, 63, 22, ColumnFlags.NUM, 31),
                List.of("-1.7976931348623157e308", "0.1", "1e15"),
                -Double.MAX_VALUE,
                0.1,
                1e15);
        add(
                cases,
                ColumnDefinition.of("floats", ColumnType.FLOAT, 63, 12, ColumnFlags.NUM, 31),
                List.of("-3.5", "0.25", "1024"),
                -3.5f,
                0.25f,
                1024f);
    }

    private static void temporals(List<Case> cases) {
        add(
                cases,
                ColumnDefinition.of("dates", ColumnType.DATE, 63, 10, 0, 0),
                List.of("1000-01-01", "2026-11-21", "9999-12-31"),
                new TemporalValue.OfDate(PackedTemporal.date(1000, 1, 1)),
                new TemporalValue.OfDate(PackedTemporal.date(2026, 11, 21)),
                new TemporalValue.OfDate(PackedTemporal.date(9999, 12, 31)));
        add(
                cases,
                ColumnDefinition.of("datetimes", ColumnType.DATETIME, 63, 26, 0, 6),
                List.of("1000-01-01 00:00:00.000000", "2026-11-21 20:15:07.000042", "9999-12-31 23:59:59.999999"),
                new TemporalValue.OfDateTime(EchoSession.dateTime(1000, 1, 1)),
                new TemporalValue.OfDateTime(PackedTemporal.dateTime(PackedTemporal.date(2026, 11, 21), 20, 15, 7, 42)),
                new TemporalValue.OfDateTime(
                        PackedTemporal.dateTime(PackedTemporal.date(9999, 12, 31), 23, 59, 59, 999_999)));
        add(
                cases,
                ColumnDefinition.of("timestamps", ColumnType.TIMESTAMP, 63, 19, ColumnFlags.TIMESTAMP, 0),
                List.of("1970-01-02 00:00:00", "2026-11-21 00:00:00", "2038-01-18 03:14:07"),
                new TemporalValue.OfDateTime(EchoSession.dateTime(1970, 1, 2)),
                new TemporalValue.OfDateTime(EchoSession.dateTime(2026, 11, 21)),
                new TemporalValue.OfDateTime(PackedTemporal.dateTime(PackedTemporal.date(2038, 1, 18), 3, 14, 7, 0)));
        add(
                cases,
                ColumnDefinition.of("times", ColumnType.TIME, 63, 17, 0, 0),
                List.of("00:00:01", "12:30:00", "23:59:59"),
                new TemporalValue.OfTime(PackedTemporal.time(false, 0, 0, 1, 0)),
                new TemporalValue.OfTime(PackedTemporal.time(false, 12, 30, 0, 0)),
                new TemporalValue.OfTime(PackedTemporal.time(false, 23, 59, 59, 0)));
    }

    private static void texts(List<Case> cases) {
        String longText = "ü".repeat(40_000);
        text(cases, "chars", ColumnType.STRING, "", "a", "ends here");
        text(cases, "varchars", ColumnType.VAR_STRING, "", "größe 😀", longText);
        text(cases, "enums", ColumnType.STRING, "s", "m", "l");
        text(cases, "jsons", ColumnType.JSON, "{}", "[1, 2]", "{\"a\": \"ü\"}");
        for (ColumnType type :
                List.of(ColumnType.TINY_BLOB, ColumnType.BLOB, ColumnType.MEDIUM_BLOB, ColumnType.LONG_BLOB)) {
            add(
                    cases,
                    ColumnDefinition.of("b" + type, type, 63, 1 << 24, ColumnFlags.BLOB | ColumnFlags.BINARY, 0),
                    List.of("", "bytes", "more"),
                    new byte[0],
                    "bytes".getBytes(StandardCharsets.US_ASCII),
                    "more".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static void integer(List<Case> cases, String name, ColumnType type, int flags, Object... values) {
        add(cases, ColumnDefinition.of(name, type, 63, 20, flags | ColumnFlags.NUM, 0), values);
    }

    private static void text(List<Case> cases, String name, ColumnType type, String... values) {
        add(cases, ColumnDefinition.of(name, type, 255, 160_000, 0, 0), (Object[]) values);
    }

    private static void add(List<Case> cases, ColumnDefinition column, Object... values) {
        List<String> texts = new ArrayList<>();
        for (Object value : values) {
            texts.add(value.toString());
        }
        add(cases, column, texts, values);
    }

    private static void add(List<Case> cases, ColumnDefinition column, List<String> texts, Object... values) {
        cases.add(new Case(column, List.of(values), texts));
    }

    static void write(ResultSink out) {
        out.columns(CASES.stream().map(Case::column).toList());
        for (int i = 0; i < VALUES; i++) {
            RowWriter row = out.row();
            for (Case each : CASES) {
                EchoSession.put(row, each.values().get(i));
            }
            row.end();
        }
        RowWriter nulls = out.row();
        CASES.forEach(each -> nulls.putNull());
        nulls.end();
        out.end(2);
    }

    /** A column that takes the value of a parameter as it came. */
    static ColumnDefinition columnFor(String name, @Nullable Object value) {
        if (value instanceof Long) {
            return ColumnDefinition.of(name, ColumnType.LONGLONG, 63, 20, ColumnFlags.NUM, 0);
        } else if (value instanceof BigInteger) {
            return ColumnDefinition.of(name, ColumnType.LONGLONG, 63, 20, ColumnFlags.UNSIGNED | ColumnFlags.NUM, 0);
        } else if (value instanceof Double) {
            return ColumnDefinition.of(name, ColumnType.DOUBLE, 63, 22, ColumnFlags.NUM, 31);
        } else if (value instanceof Float) {
            return ColumnDefinition.of(name, ColumnType.FLOAT, 63, 12, ColumnFlags.NUM, 31);
        } else if (value instanceof BigDecimal decimal) {
            return ColumnDefinition.of(name, ColumnType.NEWDECIMAL, 63, 67, ColumnFlags.NUM, decimal.scale());
        } else if (value instanceof byte[]) {
            return ColumnDefinition.of(
                    name, ColumnType.LONG_BLOB, 63, 1 << 24, ColumnFlags.BLOB | ColumnFlags.BINARY, 0);
        } else if (value instanceof TemporalValue.OfDate) {
            return ColumnDefinition.of(name, ColumnType.DATE, 63, 10, 0, 0);
        } else if (value instanceof TemporalValue.OfDateTime) {
            return ColumnDefinition.of(name, ColumnType.DATETIME, 63, 26, 0, 6);
        } else if (value instanceof TemporalValue.OfTime) {
            return ColumnDefinition.of(name, ColumnType.TIME, 63, 17, 0, 6);
        }
        return ColumnDefinition.of(name, ColumnType.VAR_STRING, 255, 160_000, 0, 0);
    }
}
