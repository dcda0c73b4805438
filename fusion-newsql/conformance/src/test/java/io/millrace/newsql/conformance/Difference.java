package io.millrace.newsql.conformance;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    /** Integers are computed in 64 bits and may be named BIGINT; MariaDB says INTEGER where the digits fit. Zero has no sign. */
    INTEGERS_ARE_COMPUTED_AS_BIGINT("14.6.1 Arithmetic Operators") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            boolean derived = DERIVED.matcher(statement.sql()).find();
            Answer unsigned = texts(answer, value -> value.replaceFirst("^-(0\\.0+)$", "$1"));
            return types(unsigned, column -> column.computed() || derived ? INTEGERS.get(column.type()) : null);
        }
    },
    /** What is no JSON is error 3140; MariaDB's is the column's own check, 4025. Comes before the rule of checks. */
    WHAT_IS_NO_JSON_HAS_ITS_ERROR("13.5 The JSON Data Type") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return statement.sql().contains("INTO r (j)") ? error(recorded, 4025, 3140, "22032") : recorded;
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
    /** Errors that MySQL numbers otherwise, {@link ErrorCodes}. */
    ERRORS_HAVE_THEIR_OWN_NUMBERS("2 Server Error Message Reference (of the MySQL 8.4 Error Message Reference)") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            Answer numbered = recorded;
            for (ErrorCodes.Code code : ErrorCodes.ALL) {
                if (code.where().matcher(statement.sql()).find()) {
                    numbered = error(numbered, code.recorded(), code.mysql(), code.sqlState());
                }
            }
            return statement.sql().startsWith("SHOW ")
                    ? texts(numbered, value -> value.replace("in 'SELECT'", "in 'field list'"))
                    : numbered;
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
                    ? types(
                            statement.sql().contains("ARRAYAGG")
                                    ? texts(answer, value -> value.replace(", ", ","))
                                    : answer,
                            column -> TEXTS.contains(column.type()) ? "JSON" : null)
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
    },
    /** Doubles depend on the platform in their last digit; those of statistics are shown in full, by MariaDB with a few decimals. */
    DOUBLES_ARE_APPROXIMATE("13.1.4 Floating-Point Types (Approximate Value) - FLOAT, DOUBLE") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            boolean statistics = STATISTICS.matcher(statement.sql()).find();
            boolean derived = DERIVED.matcher(statement.sql()).find();
            return changed(
                    answer,
                    (column, value) ->
                            (column.computed() || derived) && column.type().startsWith("DOUBLE") && value != null
                                    ? approximate(value, statistics)
                                    : value);
        }
    },
    /** TIME_TO_SEC has no fraction; UNIX_TIMESTAMP is 0 out of its range; days and months added to a TIME give a DATETIME; a sum has its fraction in full. */
    DATE_FUNCTIONS_HAVE_THEIR_RESULTS("14.7 Date and Time Functions") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            if (!statement.sql().contains("TIME_TO_SEC(")) {
                return recorded;
            }
            Answer whole = texts(recorded, value -> value.replaceFirst("^(-?\\d+)\\.\\d+$", "$1"));
            return types(whole, column -> column.type().startsWith("DECIMAL.") ? "BIGINT" : null);
        }

        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            if (TIME_AND_DAYS.matcher(statement.sql()).find()) {
                Answer typed = types(answer, column -> column.computed() ? "DATETIME" : null);
                return changed(typed, (column, value) -> null).withWarnings(List.of());
            }
            if (statement.sql().contains("UNIX_TIMESTAMP(")) {
                return changed(answer, (column, value) -> value == null || value.matches("0\\.0+") ? "0" : value);
            }
            return statement.sql().contains("INTERVAL")
                    ? texts(answer, value -> FRACTION.matcher(value).replaceFirst("$1"))
                    : answer;
        }
    },
    /** The longest TIME is 838:59:59.000000; MariaDB's has a fraction. */
    THE_LONGEST_TIME_IS_WHOLE("13.2.3 The TIME Type") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            return texts(answer, value -> value.replaceFirst("^(-?838:59:59)\\.\\d+$", "$1"));
        }
    },
    /** The largest of numbers and strings is the largest string; MariaDB compares numbers. */
    NUMBERS_AND_STRINGS_COMPARE_AS_STRINGS("14.4.2 Comparison Functions and Operators") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            if (!GREATEST_OF_BOTH.matcher(statement.sql()).find()) {
                return answer;
            }
            Answer typed = types(answer, column -> column.computed() ? "VARCHAR" : null);
            return changed(typed, (column, value) -> "").withWarnings(List.of());
        }
    },
    /** One of a signed and an unsigned integer is a BIGINT where that holds both; MariaDB's is a DECIMAL. A whole number may be either. */
    MIXED_SIGNS_ARE_BIGINT("14.5 Flow Control Functions") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            if (!CHOICES.matcher(statement.sql()).find()) {
                return answer;
            }
            Answer whole = texts(answer, value -> value.replaceFirst("^(-?\\d+)\\.0$", "$1"));
            boolean derived = DERIVED.matcher(statement.sql()).find();
            return types(
                    whole,
                    column -> (column.computed() || derived) && WHOLES.contains(column.type()) ? "BIGINT" : null);
        }
    },
    /**
     * A constant is computed once or for each row, and may be warned of before there are rows or not at all: the optimizer decides. Texts that are compared with
     * numbers are such constants.
     */
    CONSTANTS_ARE_FOLDED("10.2.1.14 Constant-Folding Optimization") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            if (!(answer.outcome() instanceof Outcome.Rows)) {
                return answer;
            }
            boolean text = TEXT_CONSTANT.matcher(statement.sql()).find();
            return answer.withWarnings(answer.warnings().stream()
                    .distinct()
                    .filter(code -> !text || code != TRUNCATED)
                    .toList());
        }
    },
    /** A hexadecimal literal is a number where one is wanted; MariaDB reads X'…' as a string. */
    HEXADECIMAL_LITERALS_ARE_NUMBERS("11.1.4 Hexadecimal Literals") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return statement.sql().startsWith("SELECT X'FF' + 0 ")
                    ? types(texts(recorded, value -> "255"), column -> "BIGINT UNSIGNED")
                    : recorded;
        }
    },
    /** UNHEX warns of what is no digit, FROM_BASE64 gives NULL; MariaDB does it the other way round. */
    CODES_THAT_ARE_NONE_ARE_NULL("14.8 String Functions and Operators") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            return CODES.matcher(statement.sql()).find() ? answer.withWarnings(List.of()) : answer;
        }
    },
    /** The default collation of utf8mb4 is utf8mb4_0900_ai_ci, and SHOW COLLATION tells how each one pads. */
    COLLATIONS_ARE_THOSE_OF_MYSQL("12.10.1 Unicode Character Sets") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return DEFAULT_COLLATION.matcher(statement.sql()).find()
                    ? texts(recorded, value -> value.equals("utf8mb4_general_ci") ? "utf8mb4_0900_ai_ci" : value)
                    : recorded;
        }

        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            return statement.sql().startsWith("SHOW COLLATION") && answer.outcome() instanceof Outcome.Rows rows
                    ? answer.with(new Outcome.Rows(
                            rows.columns().subList(0, 6),
                            rows.rows().stream().map(row -> row.subList(0, 6)).toList()))
                    : answer;
        }
    };

    static final List<Difference> ALL = List.of(values());

    private static final Pattern DERIVED = Pattern.compile("(?i)\\(\\s*SELECT|\\bWITH\\b|\\bUNION\\b|\\bVIEW\\b");
    private static final Pattern DESCRIBES =
            Pattern.compile("(?i)^(?:SHOW|DESC|DESCRIBE|EXPLAIN)\\b|information_schema");
    private static final Pattern WIDTH = Pattern.compile("\\b((?:small|medium|big)?int|year)\\(\\d+\\)");
    private static final Pattern STATISTICS = Pattern.compile(
            "\\b(?:STD|STDDEV|STDDEV_POP|STDDEV_SAMP|VARIANCE|VAR_POP|VAR_SAMP|PERCENT_RANK|CUME_DIST)\\(");
    private static final Pattern TIME_AND_DAYS = Pattern.compile("\\bt0 [+-] INTERVAL \\w+ (?:DAY|MONTH|YEAR)\\b");
    private static final Pattern FRACTION = Pattern.compile("(:\\d\\d|:\\d\\d\\.\\d*[1-9])\\.?0+$");
    private static final Pattern GREATEST_OF_BOTH = Pattern.compile("\\b(?:GREATEST|LEAST)\\((?:'\\d+'|vc|s), ");
    private static final Pattern CHOICES = Pattern.compile(
            "\\b(?:IF|CASE|COALESCE|IFNULL|NULLIF|GREATEST|LEAST|CEILING|CEIL|FLOOR|UNION|INTERSECT|EXCEPT)\\b");
    private static final Pattern TEXT_CONSTANT =
            Pattern.compile("'[^']*' (?:=|<>|<|>|<=|>=|<=>) |(?:=|<>|<|>|<=|>=|<=>) '[^']*'|'[^']*' [-+*/%]|X'FF'");
    private static final int TRUNCATED = 1292;
    private static final Pattern CODES = Pattern.compile("\\bUNHEX\\(|\\bFROM_BASE64\\(");
    private static final Set<String> WHOLES =
            Set.of("DECIMAL", "DECIMAL.1", "DECIMAL UNSIGNED", "BIGINT", "BIGINT UNSIGNED");
    private static final Pattern DEFAULT_COLLATION =
            Pattern.compile("(?i)^SHOW CHARACTER SET|information_schema\\.character_sets");
    private static final Map<String, String> INTEGERS =
            Map.of("INTEGER", "BIGINT", "INTEGER UNSIGNED", "BIGINT UNSIGNED");
    private static final List<String> TEXTS = List.of("CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT");
    private static final List<String> BYTES =
            List.of("BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB");

    private static final int STATISTICS_DECIMALS = 4;
    private static final int DOUBLE_DIGITS = 14;

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

    /** A double without its last digits: those of statistics with four decimals, any other with 14 digits. */
    private static String approximate(String value, boolean statistics) {
        BigDecimal exact;
        try {
            exact = new BigDecimal(value);
        } catch (NumberFormatException e) {
            return value;
        }
        BigDecimal cut = statistics
                ? exact.setScale(STATISTICS_DECIMALS, RoundingMode.HALF_UP)
                : exact.round(new MathContext(DOUBLE_DIGITS, RoundingMode.HALF_UP));
        return cut.signum() == 0 ? "0" : cut.stripTrailingZeros().toPlainString();
    }

    private static Answer texts(Answer answer, UnaryOperator<String> change) {
        return changed(answer, (column, value) -> value == null ? null : change.apply(value));
    }

    /** What a value becomes; both may be null. */
    private interface Change {
        @Nullable
        String apply(ResultColumn column, @Nullable String value);
    }

    private static Answer changed(Answer answer, Change change) {
        if (!(answer.outcome() instanceof Outcome.Rows rows)) {
            return answer;
        }
        List<List<@Nullable String>> all = new ArrayList<>();
        for (List<@Nullable String> row : rows.rows()) {
            List<@Nullable String> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(change.apply(rows.columns().get(i), row.get(i)));
            }
            all.add(values);
        }
        return answer.with(new Outcome.Rows(rows.columns(), all));
    }
}
