package io.millrace.newsql.conformance;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rule by which MySQL 8.4 answers otherwise than MariaDB 10.11, with the section of MySQL's manual that says so.
 *
 * <p>A rule either knows MySQL's answer ({@link #translated}) or leaves open, in both answers, what MySQL does not promise
 * ({@link #open}).
 */
enum Difference {
    /** Integers are computed in 64 bits and may be named BIGINT, their negatives too; MariaDB says INTEGER where the digits fit. Zero has no sign. */
    INTEGERS_ARE_COMPUTED_AS_BIGINT("14.6.1 Arithmetic Operators") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            boolean derived = DERIVED.matcher(statement.sql()).find();
            boolean negated = NEGATED.matcher(statement.sql()).find();
            Answer unsigned = texts(answer, value -> {
                String plain = value.replaceFirst("^-(0\\.0+)$", "$1");
                return negated ? plain.replaceFirst("^(-?\\d+)\\.0$", "$1") : plain;
            });
            return types(
                    unsigned,
                    column -> !column.computed() && !derived
                            ? null
                            : negated && WHOLES.contains(column.type()) ? "BIGINT" : INTEGERS.get(column.type()));
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
    /** JSON is a type of its own, whose text has a blank behind each comma; in MariaDB it is LONGTEXT with a check, and its functions give text. */
    JSON_IS_A_TYPE("13.5 The JSON Data Type") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            if (!DOCUMENTS.matcher(statement.sql()).find()) {
                return recorded;
            }
            Answer spaced = statement.sql().contains("ARRAYAGG")
                    ? texts(recorded, value -> value.startsWith("[") ? value.replace(",", ", ") : value)
                    : recorded;
            return types(spaced, column -> TEXTS.contains(column.type()) ? "JSON" : null);
        }
    },
    /** Text functions name their type by the longest result; by which limits a VARCHAR becomes a TEXT, the manual leaves open. */
    TEXT_RESULTS_HAVE_ANY_TEXT_TYPE("13.3.1 String Data Type Syntax") {
        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            boolean derived = DERIVED.matcher(statement.sql()).find();
            return types(
                    answer,
                    column -> !column.computed() && !derived
                            ? null
                            : TEXTS.contains(column.type())
                                    ? "VARCHAR"
                                    : BYTES.contains(column.type())
                                                    || column.type().equals("NULL")
                                            ? "VARBINARY"
                                            : null);
        }
    },
    /** Integer types have no display width, but for TINYINT(1) and ZEROFILL; MariaDB shows one. */
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
    /** TIME_TO_SEC has no fraction; UNIX_TIMESTAMP is 0 out of its range; a sum that is a text has its fraction in full. */
    DATE_FUNCTIONS_HAVE_THEIR_RESULTS("14.7 Date and Time Functions") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            if (statement.sql().contains("TIME_TO_SEC(")) {
                Answer whole = texts(recorded, value -> value.replaceFirst("^(-?\\d+)\\.\\d+$", "$1"));
                return types(whole, column -> column.type().startsWith("DECIMAL.") ? "BIGINT" : null);
            }
            if (statement.sql().contains("UNIX_TIMESTAMP('19")) {
                return changed(recorded, (column, value) -> value == null ? beforeAllTime(column.type()) : value);
            }
            return statement.sql().contains("INTERVAL")
                    ? changed(recorded, (column, value) -> TEXTS.contains(column.type()) ? inFull(value) : value)
                    : recorded;
        }
    },
    /** The longest TIME is 838:59:59.000000; MariaDB's has a fraction of nines. */
    THE_LONGEST_TIME_IS_WHOLE("13.2.3 The TIME Type") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return texts(recorded, Difference::wholeLongest);
        }
    },
    /** One of a signed and an unsigned integer is a BIGINT where that holds both; MariaDB's is a DECIMAL. A whole number may be either. */
    MIXED_SIGNS_ARE_BIGINT("14.5 Flow Control Functions") {
        /** What is computed with a BIGINT may be out of its range (13.1.7 Out-of-Range and Overflow Handling). */
        @Override
        boolean excuses(CorpusStatement statement, Outcome expected, Outcome actual) {
            boolean overflow = overflows(expected) && actual instanceof Outcome.Rows
                    || overflows(actual) && expected instanceof Outcome.Rows;
            return overflow
                    && (CHOICES.matcher(statement.sql()).find()
                            || NEGATED.matcher(statement.sql()).find());
        }

        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            if (!CHOICES.matcher(statement.sql()).find()) {
                return answer;
            }
            Answer whole = texts(answer, value -> value.replaceFirst("^(-?\\d+)\\.0$", "$1"));
            boolean derived = DERIVED.matcher(statement.sql()).find();
            // DIV computes both integers, but stops at a DECIMAL that is NULL.
            List<Integer> warnings = answer.warnings().stream()
                    .filter(code -> code != TRUNCATED || !statement.sql().contains(" DIV "))
                    .toList();
            return types(
                    whole.withWarnings(warnings),
                    column -> !column.computed() && !derived ? null : signed(column.type()));
        }
    },
    /**
     * A constant is computed once or for each row, and may be warned of before there are rows or not at all: the optimizer decides. Texts that are compared with
     * numbers are such constants; so are IS NULL of what never is NULL, and comparisons with what is out of a column's range. Conditions of rows that are joined, or
     * that an index finds, may come before or behind others, and equalities come before all; where nothing but NULL can come of a condition, it need not be computed.
     */
    CONSTANTS_ARE_FOLDED("10.2.1.1 WHERE Clause Optimization; 10.2.1.14 Constant-Folding Optimization") {
        /** A bound of an index may keep away the rows for which the other bound is out of range; what a condition does not depend on may be out of range unseen. */
        @Override
        boolean excuses(CorpusStatement statement, Outcome expected, Outcome actual) {
            return overflows(expected) != overflows(actual)
                    && (OF_AN_INDEX.matcher(statement.sql()).find()
                            || DECIDED.matcher(statement.sql()).find());
        }

        @Override
        Answer open(CorpusStatement statement, Answer answer) {
            if (!(answer.outcome() instanceof Outcome.Rows)) {
                return answer;
            }
            if (ROWS_OF_A_PLAN.matcher(statement.sql()).find()
                    || DECIDED.matcher(statement.sql()).find()) {
                return answer.withWarnings(List.of());
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
    /** UNHEX warns of what is no digit, FROM_BASE64 just gives NULL; MariaDB does it the other way round. */
    CODES_THAT_ARE_NONE_ARE_NULL("14.8 String Functions and Operators") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            if (statement.sql().contains("UNHEX('G")) {
                return recorded.withWarnings(List.of(NO_HEXADECIMAL));
            }
            return statement.sql().contains("FROM_BASE64(") ? recorded.withWarnings(List.of()) : recorded;
        }
    },
    /** The default collation of utf8mb4 is utf8mb4_0900_ai_ci, and SHOW COLLATION tells how each one pads. */
    COLLATIONS_ARE_THOSE_OF_MYSQL("12.2 Character Sets and Collations in MySQL; 12.10.1 Unicode Character Sets") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            if (statement.sql().startsWith("SHOW COLLATION") && recorded.outcome() instanceof Outcome.Rows rows) {
                List<ResultColumn> columns = new ArrayList<>(rows.columns());
                columns.add(new ResultColumn("Pad_attribute", "VARCHAR", false));
                return recorded.with(new Outcome.Rows(
                        columns, rows.rows().stream().map(Difference::padded).toList()));
            }
            return DEFAULT_COLLATION.matcher(statement.sql()).find()
                    ? texts(recorded, value -> value.equals("utf8mb4_general_ci") ? "utf8mb4_0900_ai_ci" : value)
                    : recorded;
        }
    },
    /** A DECIMAL of a variable has the largest scale, which is 30; MariaDB's is 38. */
    VARIABLES_HAVE_THE_LARGEST_SCALE("11.4 User-Defined Variables; 14.24.2 DECIMAL Data Type Characteristics") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            return statement.sql().contains("@")
                    ? types(
                            texts(recorded, value -> value.replaceFirst("^(-?\\d+\\.\\d{30})0{8}$", "$1")),
                            column -> column.type().equals("DECIMAL.38") ? "DECIMAL.30" : null)
                    : recorded;
        }
    },
    /** The columns of INFORMATION_SCHEMA have the types that they are listed with, and a foreign key without an action has NO ACTION; MariaDB's is RESTRICT. */
    INFORMATION_SCHEMA_HAS_ITS_TYPES("28.3 INFORMATION_SCHEMA General Tables") {
        @Override
        Answer translated(CorpusStatement statement, Answer recorded) {
            if (!statement.sql().contains("information_schema.")) {
                return recorded;
            }
            Answer actions = statement.sql().contains("referential_constraints")
                    ? texts(recorded, value -> value.equals("RESTRICT") ? "NO ACTION" : value)
                    : recorded;
            return types(actions, column -> INFORMATION.get(column.name().toLowerCase(Locale.ROOT)));
        }
    };

    static final List<Difference> ALL = List.of(values());

    private static final Pattern DOCUMENTS = Pattern.compile(
            "\\bJSON_(?:EXTRACT|OBJECT|ARRAY|ARRAYAGG|OBJECTAGG|MERGE|MERGE_PATCH|MERGE_PRESERVE|SET|INSERT|REPLACE|REMOVE|ARRAY_APPEND|ARRAY_INSERT|KEYS|SEARCH)\\(");
    private static final Pattern NEGATED = Pattern.compile("\\(-(?:\\(|[A-Z]+\\()");
    private static final Pattern LONGEST_TIME = Pattern.compile("-?838:59:59\\.9+");
    private static final Map<String, String> INFORMATION = Map.of(
            "non_unique", "INTEGER",
            "seq_in_index", "INTEGER UNSIGNED",
            "ordinal_position", "INTEGER UNSIGNED",
            "character_maximum_length", "BIGINT",
            "data_type", "LONGTEXT",
            "datetime_precision", "INTEGER UNSIGNED");

    private static final Pattern DERIVED = Pattern.compile("(?i)\\(\\s*SELECT|\\bWITH\\b|\\bUNION\\b|\\bVIEW\\b");
    private static final Pattern DESCRIBES =
            Pattern.compile("(?i)^(?:SHOW|DESC|DESCRIBE|EXPLAIN)\\b|information_schema");
    private static final Pattern WIDTH =
            Pattern.compile("\\b(tinyint(?!\\(1\\))|(?:small|medium|big)?int|year)\\(\\d+\\)(?! unsigned zerofill)");
    private static final Pattern STATISTICS = Pattern.compile(
            "\\b(?:STD|STDDEV|STDDEV_POP|STDDEV_SAMP|VARIANCE|VAR_POP|VAR_SAMP|PERCENT_RANK|CUME_DIST)\\(");
    private static final Pattern FRACTION = Pattern.compile("(.*:\\d\\d\\.)(\\d{1,5})");
    private static final Pattern NO_FRACTION = Pattern.compile(":\\d\\d\\.000000$");
    private static final Pattern CHOICES = Pattern.compile(
            "\\b(?:IF|CASE|COALESCE|IFNULL|NULLIF|GREATEST|LEAST|CEILING|CEIL|FLOOR|UNION|INTERSECT|EXCEPT)\\b");
    /** TRUE OR …, a value compared with itself, a result that never is NULL: decided before it is computed. */
    private static final Pattern DECIDED = Pattern.compile(
            " OR \\(?TRUE\\b|\\bTRUE OR |\\((\\(?[^ ]+(?: [-+*/|&%] [^ ]+)?\\)?) (?:=|<=|>=|<=>|<>|<|>) \\1\\)|[|&] [^ ]+\\)+ IS (?:NOT )?NULL");

    private static final Pattern OF_AN_INDEX = Pattern.compile(" WHERE .*\\bid? BETWEEN ");
    private static final Pattern ROWS_OF_A_PLAN = Pattern.compile(String.join(
            "|",
            " JOIN ",
            " WHERE .*\\bs LIKE '[^%_]",
            " WHERE .* IS NULL",
            " WHERE .*\\b[ist] [<=>]+ .*NULL",
            " WHERE .*\\bid? BETWEEN ",
            " WHERE .*(?:-\\d\\S* [<=>]+ u\\b|\\bu [<=>]+ -\\d)",
            " WHERE .*(?:\\d = [a-z]\\b|\\b[a-z] = (?:\\d|[A-Z]*['(]))",
            " WHERE .* AND .*(?:['\\d] [<=>]+ [ist]\\b|\\b[ist] [<=>]+ ['\\d-])",
            " THEN NULL END"));
    private static final Pattern TEXT_CONSTANT =
            Pattern.compile("'[^']*' (?:=|<>|<|>|<=|>=|<=>) |(?:=|<>|<|>|<=|>=|<=>) '[^']*'|'[^']*' [-+*/%]|X'FF'");
    private static final int TRUNCATED = 1292;
    private static final int OUT_OF_RANGE = 1690;
    private static final int NO_HEXADECIMAL = 1411;
    private static final Set<String> WHOLES =
            Set.of("DECIMAL", "DECIMAL.1", "DECIMAL UNSIGNED", "BIGINT", "BIGINT UNSIGNED");
    private static final Pattern DEFAULT_COLLATION =
            Pattern.compile("(?i)^SHOW CHARACTER SET|information_schema\\.character_sets");
    private static final Map<String, String> INTEGERS =
            Map.of("INTEGER", "BIGINT", "INTEGER UNSIGNED", "BIGINT UNSIGNED");
    private static final List<String> TEXTS = List.of("CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT");
    private static final List<String> BYTES =
            List.of("BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB");

    private static final int SECOND_DIGITS = 6;
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

    /** The type of a number without what depends on the sign of what it was chosen from. */
    private static String signed(String type) {
        return WHOLES.contains(type) ? "BIGINT" : type.replace(" UNSIGNED", "");
    }

    /** What UNIX_TIMESTAMP gives for what is before 1970, with as many digits as it has. */
    private static String beforeAllTime(String type) {
        int point = type.indexOf('.');
        return point < 0 ? "0" : "0." + "0".repeat(Integer.parseInt(type.substring(point + 1)));
    }

    /** With microseconds if there are any. */
    private static @Nullable String inFull(@Nullable String sum) {
        if (sum != null && NO_FRACTION.matcher(sum).find()) {
            return sum.substring(0, sum.indexOf('.'));
        }
        Matcher fraction = FRACTION.matcher(sum == null ? "" : sum);
        return fraction.matches()
                ? fraction.group(1) + (fraction.group(2) + "000000").substring(0, SECOND_DIGITS)
                : sum;
    }

    private static String wholeLongest(String time) {
        int point = time.indexOf('.');
        return LONGEST_TIME.matcher(time).matches()
                ? time.substring(0, point) + time.substring(point).replace('9', '0')
                : time;
    }

    private static List<@Nullable String> padded(List<@Nullable String> row) {
        List<@Nullable String> padded = new ArrayList<>(row);
        padded.add("PAD SPACE");
        return padded;
    }

    private static boolean overflows(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed && failed.code() == OUT_OF_RANGE;
    }

    /** Whether an answer is right though it differs as a whole. */
    boolean excuses(CorpusStatement statement, Outcome expected, Outcome actual) {
        return false;
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
