package io.millrace.newsql.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rule by which MySQL 8.4 answers otherwise than MariaDB 10.11, with the section of MySQL's manual that says so.
 *
 * <p>A rule either knows MySQL's answer ({@link #translated}) or leaves open, in both answers, what MySQL does not promise
 * ({@link #open}).
 */
enum Difference {
    /** Integers are computed in 64 bits and may be named BIGINT; MariaDB says INTEGER where the digits fit. */
    INTEGERS_ARE_COMPUTED_AS_BIGINT("14.6.1 Arithmetic Operators") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            boolean derived = DERIVED.matcher(statement.sql()).find();
            return types(answer, column -> column.computed() || derived ? INTEGERS.get(column.type()) : null);
        }
    },
    /** What is no JSON is error 3140; MariaDB's is the column's own check, 4025. Comes before the rule of checks. */
    WHAT_IS_NO_JSON_HAS_ITS_ERROR("13.5 The JSON Data Type") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return statement.sql().contains("INTO r (j)") ? error(recorded, 4025, 3140, "22032") : recorded;
        }
    },
    /** A view that is unknown to DROP is error 1051, as a table is; MariaDB's is 4092; and a view is unknown to DROP TABLE, in MariaDB 1965. */
    UNKNOWN_VIEWS_ARE_UNKNOWN_TABLES("15.1.35 DROP VIEW Statement") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(error(recorded, 4092, 1051, "42S02"), 1965, 1051, "42S02");
        }
    },
    /** A row where a value belongs is error 1241; MariaDB names the operation, 4078. */
    ROWS_ARE_NO_OPERANDS("15.2.15.5 Row Subqueries") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(recorded, 4078, 1241, "21000");
        }
    },
    /** An unknown type is a syntax error; MariaDB has 4161 for it. */
    UNKNOWN_TYPES_ARE_SYNTAX_ERRORS("15.1.20 CREATE TABLE Statement") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(recorded, 4161, 1064, "42000");
        }
    },
    /** A window function out of place is error 3593, an unknown window 3579, a wrong argument 1210; MariaDB has 4015, 4009, 4024. */
    WINDOW_FUNCTIONS_HAVE_THEIR_PLACES("14.20.2 Window Function Concepts and Syntax") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            Answer placed = error(recorded, 4015, 3593, "HY000");
            return error(error(placed, 4009, 3579, "HY000"), 4024, 1210, "HY000");
        }
    },
    /** A number too large for a cast leaves warning 1292; MariaDB's is 1916. */
    CASTS_THAT_OVERFLOW_TRUNCATE("14.10 Cast Functions and Operators") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(recorded, 1916, 1292, "22007");
        }
    },
    /** A bad pattern has an error of the regular expressions' library, 3685 to 3699; MariaDB's library differs and has 1139. */
    PATTERNS_FAIL_WITH_THE_LIBRARYS_ERROR("14.8.2 Regular Expressions") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            boolean library =
                    answer.outcome() instanceof Outcome.Failed failed && failed.code() >= 3685 && failed.code() <= 3699;
            return library ? answer.with(new Outcome.Failed(1139, "42000", "")) : answer;
        }
    },
    /** Bad JSON text and bad paths are errors 3141 and 3143; MariaDB answers NULL with warning 4037, 4038 or 4042. */
    BAD_JSON_IS_AN_ERROR("14.17.3 Functions That Search JSON Values") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            if (statement.sql().contains("JSON_VALID")) {
                return recorded.withWarnings(List.of());
            }
            boolean path = recorded.warnings().contains(4042);
            boolean text =
                    recorded.warnings().contains(4037) || recorded.warnings().contains(4038);
            return path
                    ? new Answer(new Outcome.Failed(3143, "42000", ""), List.of())
                    : text ? new Answer(new Outcome.Failed(3141, "22032", ""), List.of()) : recorded;
        }
    },
    /** Common table expressions with a wrong list are error 1353, with a name twice 1066; MariaDB's are 4002 and 4004. */
    COMMON_TABLE_EXPRESSIONS_FAIL_AS_TABLES("15.2.20 WITH (Common Table Expressions)") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(error(recorded, 4002, 1353, "HY000"), 4004, 1066, "42000");
        }
    },
    /** A failed CHECK is error 3819; MariaDB's is 4025. */
    CHECK_CONSTRAINT_IS_VIOLATED("15.1.20.6 CHECK Constraints") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(recorded, 4025, 3819, "HY000");
        }
    },
    /** A value for a generated column is error 3105; MariaDB's is 1906. */
    GENERATED_COLUMNS_TAKE_NO_VALUE("15.1.20.8 CREATE TABLE and Generated Columns") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(recorded, 1906, 3105, "HY000");
        }
    },
    /** An incorrect value that is no date or number in a string is error 1366 of SQLSTATE HY000; MariaDB gives it 22007. */
    INCORRECT_VALUES_HAVE_THE_GENERAL_STATE(
            "2 Server Error Message Reference (of the MySQL 8.4 Error Message Reference)") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return error(recorded, 1366, 1366, "HY000");
        }
    },
    /** A query with NOWAIT that finds a lock is error 3572; MariaDB's is the timeout 1205. */
    NOWAIT_HAS_ITS_OWN_ERROR("17.7.2.4 Locking Reads") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return statement.sql().contains("NOWAIT") ? error(recorded, 1205, 3572, "HY000") : recorded;
        }
    },
    /** JSON is a type of its own; in MariaDB it is LONGTEXT with a check, and its functions give text. */
    JSON_IS_A_TYPE("13.5 The JSON Data Type") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            return statement.sql().contains("JSON_")
                    ? types(answer, column -> TEXTS.contains(column.type()) ? "JSON" : null)
                    : answer;
        }
    },
    /** Text functions name their type by the longest result; by which limits a VARCHAR becomes a TEXT, the manual leaves open. */
    TEXT_RESULTS_HAVE_ANY_TEXT_TYPE("13.3.1 String Data Type Syntax") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            return types(
                    answer,
                    column -> !column.computed()
                            ? null
                            : TEXTS.contains(column.type())
                                    ? "VARCHAR"
                                    : BYTES.contains(column.type()) ? "VARBINARY" : null);
        }
    },
    /** Integer types have no display width; MariaDB shows one. */
    INTEGERS_HAVE_NO_DISPLAY_WIDTH("13.1.6 Numeric Type Attributes") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return DESCRIBES.matcher(statement.sql()).find()
                    ? texts(recorded, value -> WIDTH.matcher(value).replaceAll("$1"))
                    : recorded;
        }
    };

    static final List<Difference> ALL = List.of(values());

    private static final Pattern DERIVED = Pattern.compile("(?i)\\(\\s*SELECT|\\bWITH\\b|\\bUNION\\b|\\bVIEW\\b");
    private static final Pattern DESCRIBES =
            Pattern.compile("(?i)^(?:SHOW|DESC|DESCRIBE|EXPLAIN)\\b|information_schema");
    private static final Pattern WIDTH = Pattern.compile("\\b((?:small|medium|big)?int|year)\\(\\d+\\)");
    private static final Map<String, String> INTEGERS =
            Map.of("INTEGER", "BIGINT", "INTEGER UNSIGNED", "BIGINT UNSIGNED");
    private static final List<String> TEXTS = List.of("CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT");
    private static final List<String> BYTES =
            List.of("BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB");

    private final String section;

    Difference(String section) {
        this.section = section;
    }

    /** The section of the reference manual of MySQL 8.4. */
    String section() {
        return section;
    }

    /** MySQL's answer in place of the recorded one. */
    Answer translated(CorpusStatement statement, Answer recorded) {
        return recorded;
    }

    /** The answer without what is left open. */
    Answer open(CorpusStatement statement, Answer answer) {
        return answer;
    }

    private static Answer error(Answer recorded, int code, int mysqlCode, String mysqlState) {
        boolean meant = recorded.outcome() instanceof Outcome.Failed failed && failed.code() == code;
        List<Integer> warnings = recorded.warnings().stream()
                .map(warning -> warning == code ? mysqlCode : warning)
                .toList();
        return meant ? recorded.with(new Outcome.Failed(mysqlCode, mysqlState, "")) : recorded.withWarnings(warnings);
    }

    private static Answer types(Answer answer, Function<ResultColumn, @Nullable String> type) {
        if (!(answer.outcome() instanceof Outcome.Rows rows)) {
            return answer;
        }
        List<ResultColumn> columns = new ArrayList<>();
        for (ResultColumn column : rows.columns()) {
            String other = type.apply(column);
            columns.add(other == null ? column : column.withType(other));
        }
        return answer.with(new Outcome.Rows(columns, rows.rows()));
    }

    private static Answer texts(Answer answer, UnaryOperator<String> change) {
        if (!(answer.outcome() instanceof Outcome.Rows rows)) {
            return answer;
        }
        List<List<@Nullable String>> changed = new ArrayList<>();
        for (List<@Nullable String> row : rows.rows()) {
            List<@Nullable String> values = new ArrayList<>();
            for (String value : row) {
                values.add(value == null ? null : change.apply(value));
            }
            changed.add(values);
        }
        return answer.with(new Outcome.Rows(rows.columns(), changed));
    }
}
