package io.millrace.newsql.conformance;

import io.millrace.newsql.conformance.QueryPart.Kind;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Random queries over two tables of typed columns, whose answers do not depend on the order in which rows are met.
 *
 * <p>Left out, since two right servers may differ: sums of doubles (their order), groups of texts that are equal and not the same, and
 * what the standard leaves to chance.
 */
final class QueryGenerator {

    /** Tables and rows: each column with NULL, the ends of its range, and values that other types take for their own. */
    static final List<String> TABLES = List.of(
            "CREATE TABLE v (id INT PRIMARY KEY, i INT, l BIGINT, u INT UNSIGNED, d DECIMAL(10,3), f DOUBLE, s VARCHAR(30), t DATE,"
                    + " m DATETIME, KEY (i), KEY (s), KEY (t, u))",
            "CREATE TABLE w (id INT PRIMARY KEY, i INT, s VARCHAR(30), d DECIMAL(12,2), KEY (i))",
            "INSERT INTO v VALUES (1, 0, 0, 0, 0, 0, '', '2024-02-29', '2024-02-29 23:59:59')",
            "INSERT INTO v VALUES (2, 1, 1, 1, 1.5, 1.5, 'a', '2000-01-01', '2000-01-01 00:00:00')",
            "INSERT INTO v VALUES (3, -1, -1, 7, -1.5, -2.25, 'bcd', '1999-12-31', '1999-12-31 12:30:00')",
            "INSERT INTO v VALUES (4, 2147483647, 9223372036854775807, 4294967295, 9999999.999, 1e20, '12x', '9999-12-31', '9999-12-31 23:59:59')",
            "INSERT INTO v VALUES (5, -2147483648, -9223372036854775808, 10, -9999999.999, -1e-20, '-3.5', '1970-01-01', '1970-01-01 00:00:01')",
            "INSERT INTO v VALUES (6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
            "INSERT INTO v VALUES (7, 42, 1000000, 42, 0.001, 0.1, '2024-02-29', '2024-03-01', '2024-03-01 01:02:03')",
            "INSERT INTO v VALUES (8, 42, 7, 3, 2.500, 100, 'grün %', '2023-11-05', '2023-11-05 06:07:08')",
            "INSERT INTO w VALUES (1, 42, 'a', 1.50), (2, 42, '42', NULL), (3, 0, NULL, -0.01), (4, NULL, 'bcd', 100), (5, -1, '', 2.5)");

    /** What MariaDB rounds or cuts where it keeps it: long doubles that were rounded, quotients, and choices whose digits it counts wrong. */
    private static final Pattern CUT = Pattern.compile(
            "(?:FLOOR|CEILING|ROUND|TRUNCATE)\\(.*(?:\\bf\\b|\\d{10})| / |(?:LEAST|GREATEST|IF|COALESCE|CASE)\\b.* DIV |NULLIF\\(|ASCII\\(");

    /**
     * What MariaDB answers wrong. It gives a choice among nothing but NULL a type; rounds a number or text that an indexed integer is compared with; forgets that
     * the bits of two constants are unsigned; warns of blanks behind a number; and reads all rows for what is between NULL and something.
     */
    private static final Pattern MISREAD = Pattern.compile(String.join(
            "|",
            ", NULL, NULL\\)",
            "\\bid? (?:=|<=>|<>) '?-?\\d+\\.\\d",
            "\\d\\.\\d+'? (?:=|<=>|<>) (?:v\\.)?id?\\b",
            "BETWEEN .*\\([^a-z]* [&|] [^a-z]*\\)",
            "REVERSE\\(.*' 7'",
            "\\bid? BETWEEN NULL"));

    /** Stands for an underscore that is none of the holes. */
    private static final char UNDERSCORE = '\u0002';

    private static final String HOLE = String.valueOf(QueryPart.HOLE);
    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=", "<=>");
    private static final List<String> ONE_NUMBER = List.of(
            "(-_)",
            "ABS(_)",
            "ROUND(_)",
            "FLOOR(_)",
            "CEILING(_)",
            "SIGN(_)",
            "ROUND(_, 1)",
            "TRUNCATE(_, 1)",
            "(_ IS NULL)",
            "(_ % 7)",
            "(_ % 100.003)",
            "CAST(_ AS DECIMAL(12,2))");
    private static final List<String> TWO_NUMBERS = List.of(
            "(_ + _)",
            "(_ - _)",
            "(_ * _)",
            "(_ / _)",
            "(_ DIV _)",
            "COALESCE(_, _)",
            "NULLIF(_, _)",
            "GREATEST(_, _)",
            "LEAST(_, _)");
    private static final List<String> BITS = List.of("(_ & _)", "(_ | _)", "CAST((_ + _) AS SIGNED)");

    /** What a remainder is taken by: never a divisor of a negative value with a point, whose zero has a sign in MariaDB. */
    private static final List<String> MODULI = List.of("1", "2", "7", "-3", "42", "100.003", "0", "NULL");

    private static final List<String> ONE_TEXT = List.of(
            "UPPER(_)",
            "LOWER(_)",
            "TRIM(_)",
            "REVERSE(_)",
            "LEFT(_, 2)",
            "RIGHT(_, 2)",
            "SUBSTRING(_, 2)",
            "HEX(_)",
            "CONCAT(_, 'z')",
            "LPAD(_, 5, '*')",
            "REPEAT(_, 2)");
    private static final List<String> DATE_NUMBERS = List.of(
            "YEAR(_)",
            "MONTH(_)",
            "DAYOFMONTH(_)",
            "DAYOFWEEK(_)",
            "DAYOFYEAR(_)",
            "TO\u0002DAYS(_)",
            "QUARTER(_)",
            "WEEKDAY(_)",
            "WEEK(_, 3)",
            "WEEK(_)",
            "YEARWEEK(_)",
            "HOUR(_)",
            "MINUTE(_)",
            "EXTRACT(YEAR\u0002MONTH FROM _)",
            "EXTRACT(DAY\u0002HOUR FROM _)");
    private static final List<String> TWO_DATES = List.of(
            "DATEDIFF(_, _)", "TIMESTAMPDIFF(DAY, _, _)", "TIMESTAMPDIFF(MONTH, _, _)", "TIMESTAMPDIFF(SECOND, _, _)");
    private static final List<String> AGGREGATES =
            List.of("COUNT(_)", "COUNT(DISTINCT _)", "SUM(_)", "MIN(_)", "MAX(_)", "AVG(_)", "BIT\u0002OR(_)");

    private static final List<String> RANKS = List.of("ROW_NUMBER()", "RANK()", "DENSE_RANK()", "NTILE(3)").stream()
            .map(name -> name.replace('_', UNDERSCORE))
            .toList();
    private static final List<String> NEIGHBOURS = List.of("LAG(_)", "LEAD(_)", "LAG(_, 2)");
    private static final List<String> FRAMED =
            List.of("SUM(_)", "COUNT(_)", "MIN(_)", "MAX(_)", "AVG(_)", "FIRST\u0002VALUE(_)", "LAST\u0002VALUE(_)");
    private static final List<String> FRAMES = List.of(
            "",
            " ROWS UNBOUNDED PRECEDING",
            " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
            " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
            " ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING");

    /** In place of a prefix: there are no columns. */
    private static final String NO_TABLE = "-";

    private final Random random;
    private String prefix = "";

    QueryGenerator(Random random) {
        this.random = random;
    }

    /** The next query. */
    QueryPart next() {
        QueryPart query = query();
        while (MISREAD.matcher(query.sql()).find()) {
            query = query();
        }
        return query;
    }

    private QueryPart query() {
        prefix = "";
        return switch (random.nextInt(24)) {
            case 0, 1, 2 -> scalar();
            case 3, 4, 5 -> groups();
            case 6, 7 -> join();
            case 8, 9 -> setOperation();
            case 10, 11 -> window();
            case 12, 13 -> subquery();
            case 14 -> derived();
            default -> rows();
        };
    }

    private QueryPart scalar() {
        prefix = NO_TABLE;
        return clause("SELECT _ AS r", any(3));
    }

    private QueryPart rows() {
        return clause("SELECT id, _ AS r FROM v_ ORDER BY id", any(3), where());
    }

    private QueryPart groups() {
        QueryPart key = random.nextInt(3) == 0 ? column(Kind.TEXT) : random.nextBoolean() ? kept(2) : date(1);
        QueryPart aggregate = clause(pick(AGGREGATES), exact(2));
        return clause("SELECT _ AS g, COUNT(*) AS c, _ AS a FROM v_ GROUP BY g", key, aggregate, where());
    }

    /** A number that MariaDB keeps as it shows it. */
    private QueryPart kept(int depth) {
        QueryPart value = number(depth);
        while (CUT.matcher(value.sql()).find()) {
            value = number(depth);
        }
        return value;
    }

    /** A number whose zero has no sign in MariaDB. */
    private QueryPart whole(int depth) {
        QueryPart value = number(depth);
        while (value.sql().contains(" / ")) {
            value = number(depth);
        }
        return value;
    }

    private QueryPart join() {
        prefix = "v.";
        String kind = random.nextBoolean() ? "JOIN" : "LEFT JOIN";
        QueryPart on = QueryPart.of(
                Kind.TRUTH,
                pick(List.of(
                        "v.i = w.i",
                        "v.s = w.s",
                        "v.d > w.d",
                        "v.id = w.id",
                        "v.i <=> w.i AND w.d > 1",
                        "v.s LIKE w.s")));
        return clause("SELECT v.id, w.id AS o, _ AS r FROM v " + kind + " w ON __", any(2), on, plainWhere());
    }

    private QueryPart setOperation() {
        String operation = pick(List.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT"));
        boolean numbers = random.nextBoolean();
        QueryPart first = numbers ? exact(2) : date(1);
        QueryPart firstWhere = where();
        QueryPart second = numbers ? exact(1) : date(1);
        return clause(
                "SELECT _ AS r FROM v_ " + operation + " SELECT _ AS r FROM v_", first, firstWhere, second, where());
    }

    private QueryPart window() {
        QueryPart partition = random.nextBoolean() ? clause("") : clause("PARTITION BY _ ", exact(0));
        String direction = random.nextBoolean() ? "" : " DESC";
        boolean framed = random.nextBoolean();
        QueryPart function = framed
                ? clause(pick(FRAMED), exact(1))
                : random.nextBoolean() ? clause(pick(RANKS)) : clause(pick(NEIGHBOURS), kept(1));
        String frame = framed ? pick(FRAMES) : "";
        return clause(
                "SELECT id, _ OVER (_ORDER BY _" + direction + ", id" + frame + ") AS r FROM v ORDER BY id",
                function,
                partition,
                exact(1));
    }

    /** A query in the select list or in the condition, of rows that go with the row outside or not. */
    private QueryPart subquery() {
        prefix = "v.";
        String with =
                pick(List.of("", " WHERE w.i = v.i", " WHERE w.id <= v.id AND w.d IS NOT NULL", " WHERE w.s = v.s"));
        String aggregate = pick(List.of("COUNT(*)", "MAX(w.d)", "MIN(w.i)", "SUM(w.d)", "COUNT(DISTINCT w.i)"));
        String column = pick(List.of("i", "d", "id"));
        // MariaDB brings the left side of IN to the type of the column, and rounds and cuts it.
        QueryPart member = QueryPart.of(Kind.NUMBER, column.equals("d") ? pick(List.of("v.i", "v.d")) : "v.i");
        String comparison = pick(COMPARISONS.subList(0, 6));
        QueryPart condition =
                switch (random.nextInt(5)) {
                    case 0 -> part(
                            Kind.TRUTH, pick(List.of("EXISTS", "NOT EXISTS")) + " (SELECT 1 FROM w" + with + ")");
                    case 1 -> part(
                            Kind.TRUTH,
                            "_ " + pick(List.of("IN", "NOT IN")) + " (SELECT w." + column + " FROM w" + with + ")",
                            member);
                    case 2 -> part(
                            Kind.TRUTH,
                            "_ " + comparison + " " + pick(List.of("ANY", "ALL")) + " (SELECT w." + column + " FROM w"
                                    + with + ")",
                            member);
                    case 3 -> part(
                            Kind.TRUTH, "_ " + comparison + " (SELECT " + aggregate + " FROM w" + with + ")", exact(1));
                    default -> truth(2);
                };
        return clause(
                "SELECT v.id, _ AS r, (SELECT " + aggregate + " FROM w" + with + ") AS q FROM v WHERE _ ORDER BY v.id",
                number(1),
                condition);
    }

    private QueryPart derived() {
        QueryPart inner = any(2);
        QueryPart condition = where();
        // All rows pass: what is computed for those that do not, the optimizer decides.
        String outer = pick(List.of("q.id > 0", "q.id IN (SELECT id FROM v)", "q.id < (SELECT 10)"));
        return clause(
                "SELECT q.id, q.r FROM (SELECT id, _ AS r FROM v_) q WHERE "
                        + outer.replace("_", String.valueOf(UNDERSCORE)) + " ORDER BY q.id",
                inner,
                condition);
    }

    /** Computes nothing that could fail: for which rows it would, depends on the order in which tables are joined. */
    private QueryPart plainWhere() {
        return random.nextInt(3) == 0 ? clause("") : clause(" WHERE _", truth(1));
    }

    private QueryPart where() {
        return random.nextInt(3) == 0 ? clause("") : clause(" WHERE _", truth(3));
    }

    // ---- values, of a depth at most ----

    private QueryPart any(int depth) {
        return switch (random.nextInt(6)) {
            case 0, 1, 2 -> number(depth);
            case 3 -> text(depth);
            case 4 -> date(depth);
            default -> truth(depth);
        };
    }

    /** A number whose sum does not depend on the order of its rows. */
    private QueryPart exact(int depth) {
        if (prefix.equals(NO_TABLE)) {
            return literal(Kind.NUMBER);
        }
        QueryPart value = exactColumn();
        return depth == 0 || random.nextBoolean()
                ? value
                : random.nextInt(3) == 0
                        ? number("(_ % " + pick(MODULI) + ")", value)
                        : number("(_ " + pick(List.of("+", "-")) + " _)", value, exactLiteral());
    }

    private QueryPart exactLiteral() {
        QueryPart value = literal(Kind.NUMBER);
        while (value.sql().contains("e")) {
            value = literal(Kind.NUMBER);
        }
        return value;
    }

    private QueryPart exactColumn() {
        return QueryPart.of(Kind.NUMBER, prefix + pick(List.of("i", "u", "d")));
    }

    private QueryPart number(int depth) {
        if (depth == 0) {
            return leaf(Kind.NUMBER);
        }
        return switch (random.nextInt(12)) {
            case 0, 1 -> leaf(Kind.NUMBER);
            case 2, 3 -> number(pick(ONE_NUMBER), number(depth - 1));
            case 4, 5, 6 -> number(pick(TWO_NUMBERS), number(depth - 1), number(depth - 1));
                // Not of doubles: beyond 53 digits their bits are anybody's.
            case 7 -> number(pick(BITS), exact(depth - 1), exact(depth - 1));
            case 8 -> random.nextInt(3) == 0
                    ? number(pick(TWO_DATES), date(depth - 1), date(depth - 1))
                    : number(pick(DATE_NUMBERS), date(depth - 1));
                // Plus 0e0 rather than 0, to which MariaDB rounds the number of a text that was cast.
            case 9 -> number(
                    pick(List.of("LENGTH(_)", "CHAR\u0002LENGTH(_)", "(_ + 0e0)", "ASCII(_)")), text(depth - 1));
            case 10 -> number("IF(_, _, _)", truth(depth - 1), number(depth - 1), number(depth - 1));
            default -> number("CASE WHEN _ THEN _ END", truth(depth - 1), number(depth - 1));
        };
    }

    private QueryPart text(int depth) {
        if (depth == 0) {
            return leaf(Kind.TEXT);
        }
        return switch (random.nextInt(9)) {
            case 0, 1 -> leaf(Kind.TEXT);
            case 2, 3, 4 -> part(Kind.TEXT, pick(ONE_TEXT), text(depth - 1));
            case 5 -> part(
                    Kind.TEXT,
                    pick(List.of("CONCAT(_, _)", "COALESCE(_, _)", "NULLIF(_, _)", "CONCAT\u0002WS('-', _, _)")),
                    text(depth - 1),
                    text(depth - 1));
            case 6 -> part(Kind.TEXT, "CAST(_ AS CHAR)", exact(depth - 1));
            case 7 -> part(Kind.TEXT, "IF(_, _, _)", truth(depth - 1), text(depth - 1), text(depth - 1));
            default -> part(
                    Kind.TEXT,
                    pick(List.of(
                            "DATE\u0002FORMAT(_, '%Y/%m %a')",
                            "DAYNAME(_)", "MONTHNAME(_)", "DATE\u0002FORMAT(_, '%j %H:%i %W')")),
                    date(depth - 1));
        };
    }

    private QueryPart date(int depth) {
        if (depth == 0) {
            return leaf(Kind.DATE);
        }
        return switch (random.nextInt(7)) {
            case 0, 1 -> leaf(Kind.DATE);
            case 6 -> part(
                    Kind.DATE, pick(List.of("CAST(_ AS DATE)", "DATE(_)", "CAST(_ AS DATETIME)")), date(depth - 1));
            case 2 -> part(
                    Kind.DATE,
                    "DATE\u0002ADD(_, INTERVAL " + (random.nextInt(80) - 40) + " "
                            + pick(List.of("DAY", "MONTH", "YEAR", "HOUR", "MINUTE", "WEEK", "QUARTER")) + ")",
                    date(depth - 1));
            case 3 -> part(Kind.DATE, "LAST\u0002DAY(_)", date(depth - 1));
            case 4 -> part(Kind.DATE, "COALESCE(_, _)", date(depth - 1), date(depth - 1));
            default -> part(Kind.DATE, "IF(_, _, _)", truth(depth - 1), date(depth - 1), date(depth - 1));
        };
    }

    private QueryPart truth(int depth) {
        if (depth == 0) {
            return part(Kind.TRUTH, "(_ " + pick(COMPARISONS) + " _)", leaf(Kind.NUMBER), leaf(Kind.NUMBER));
        }
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> part(Kind.TRUTH, "(_ " + pick(COMPARISONS) + " _)", number(depth - 1), number(depth - 1));
            case 3 -> part(Kind.TRUTH, "(_ " + pick(COMPARISONS) + " _)", text(depth - 1), text(depth - 1));
            case 4 -> part(Kind.TRUTH, "(_ " + pick(COMPARISONS) + " _)", date(depth - 1), date(depth - 1));
            case 5 -> part(Kind.TRUTH, "(_ " + pick(COMPARISONS) + " _)", leaf(Kind.TEXT), leaf(Kind.NUMBER));
            case 6 -> part(
                    Kind.TRUTH, "(_ " + pick(List.of("AND", "OR", "XOR")) + " _)", truth(depth - 1), truth(depth - 1));
            case 7 -> part(Kind.TRUTH, "(NOT _)", truth(depth - 1));
            case 8 -> part(Kind.TRUTH, "(_ IS " + pick(List.of("NULL", "NOT NULL")) + ")", any(depth - 1));
            case 9 -> part(Kind.TRUTH, "(_ BETWEEN _ AND _)", whole(depth - 1), whole(depth - 1), whole(depth - 1));
            case 10 -> in(depth);
            default -> part(
                    Kind.TRUTH,
                    "(_ LIKE "
                            + pick(List.of("'%a%'", "'_'", "'1%'", "'%'", "'grün\\\\%'"))
                                    .replace("_", "\u0002") + ")",
                    text(depth - 1));
        };
    }

    /** Of two members that differ: of one alone MariaDB compares quotients as they are shown. */
    private QueryPart in(int depth) {
        QueryPart first = literal(Kind.NUMBER);
        QueryPart second = literal(Kind.NUMBER);
        while (second.sql().equals(first.sql())) {
            second = literal(Kind.NUMBER);
        }
        return part(Kind.TRUTH, "(_ " + pick(List.of("IN", "NOT IN")) + " (_, _))", whole(depth - 1), first, second);
    }

    private QueryPart leaf(Kind kind) {
        return prefix.equals(NO_TABLE) || random.nextInt(3) == 0 ? literal(kind) : column(kind);
    }

    private QueryPart column(Kind kind) {
        return QueryPart.of(
                kind,
                prefix
                        + switch (kind) {
                            case NUMBER -> pick(List.of("i", "l", "u", "d", "f", "id"));
                            case TEXT -> "s";
                            default -> pick(List.of("t", "m"));
                        });
    }

    private QueryPart literal(Kind kind) {
        return QueryPart.of(
                kind,
                switch (kind) {
                    case NUMBER -> pick(List.of(
                            "0", "1", "2", "-3", "7", "42", "0.5", "-1.25", "100.001", "1e3", "2147483648", "NULL"));
                    case TEXT -> pick(
                            List.of("''", "'a'", "'B'", "'12x'", "' 7'", "'0.5'", "'abc def'", "'grün'", "NULL"));
                    default -> pick(
                            List.of("DATE'2024-02-29'", "DATE'1999-12-31'", "TIMESTAMP'2020-05-06 07:08:09'", "NULL"));
                });
    }

    private QueryPart number(String text, QueryPart... parts) {
        return part(Kind.NUMBER, text, parts);
    }

    private QueryPart clause(String text, QueryPart... parts) {
        return part(Kind.CLAUSE, text, parts);
    }

    /** The text has an underscore for each hole. */
    private static QueryPart part(Kind kind, String text, QueryPart... parts) {
        return QueryPart.of(kind, text.replace("_", HOLE).replace(UNDERSCORE, '_'), parts);
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
