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
    INCORRECT_VALUES_HAVE_THE_GENERAL_STATE("2 Server Error Message Reference (of the MySQL 8.4 Error Message Reference)") {
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
