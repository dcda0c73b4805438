package io.millrace.newsql.expression;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import io.millrace.newsql.type.TypeId.Family;
import java.util.List;
import java.util.Set;

/** Which collation several strings have together: that of the least coercibility, which is the one that was asked for most plainly. */
final class Collations {

    static final int EXPLICIT = 0;
    static final int NONE = 1;
    static final int IMPLICIT = 2;
    static final int SYSTEM = 3;
    static final int COERCIBLE = 4;
    static final int NUMERIC = 5;
    static final int IGNORABLE = 6;

    /** Character sets that MySQL knows and this server does not convert. */
    private static final Set<String> FOREIGN = Set.of(
            "armscii8",
            "ascii",
            "big5",
            "binary",
            "cp1250",
            "cp1251",
            "cp1256",
            "cp1257",
            "cp850",
            "cp852",
            "cp866",
            "cp932",
            "dec8",
            "eucjpms",
            "euckr",
            "gb18030",
            "gb2312",
            "gbk",
            "geostd8",
            "greek",
            "hebrew",
            "hp8",
            "keybcs2",
            "koi8r",
            "koi8u",
            "latin1",
            "latin2",
            "latin5",
            "latin7",
            "macce",
            "macroman",
            "sjis",
            "swe7",
            "tis620",
            "ucs2",
            "ujis",
            "utf16",
            "utf16le",
            "utf32",
            "utf8",
            "utf8mb3");

    private Collations() {}

    /** Of what has no other reason: a column's or a function's. */
    static int coercibility(SqlType type) {
        return switch (type.family()) {
            case TEXT, BYTES -> IMPLICIT;
            case NULL -> IGNORABLE;
            default -> NUMERIC;
        };
    }

    /** The collation of a comparison. @throws SqlException 1267 if neither side gives way */
    static String compared(Expression left, Expression right, String operation) {
        Sum sum = add(Sum.of(left), Sum.of(right));
        if (sum.coercibility() == NONE && sum.conflict()) {
            throw illegalMix(left, right, operation);
        }
        return sum.collation();
    }

    /** The collation of several strings. @throws SqlException 1271 if none gives way */
    static String joined(List<Expression> operands, String operation) {
        Sum sum = sum(operands);
        if (sum.conflict()) {
            throw operands.size() == 2
                    ? illegalMix(operands.get(0), operands.get(1), operation)
                    : SqlErrors.of(1271, "HY000", "Illegal mix of collations for operation '" + operation + "'");
        }
        return sum.collation();
    }

    static int coercibility(List<Expression> operands) {
        return sum(operands).coercibility();
    }

    /** What several strings have together, as far as one has come. */
    private record Sum(String collation, int coercibility, boolean isBytes, boolean conflict) {
        static Sum of(Expression operand) {
            SqlType type = operand.type();
            boolean isText = type.family() == Family.TEXT;
            return new Sum(
                    isText ? type.collation() : SqlType.BINARY_COLLATION,
                    operand.coercibility(),
                    type.family() == Family.BYTES,
                    false);
        }
    }

    private static Sum sum(List<Expression> operands) {
        Sum sum = new Sum(SqlType.BINARY_COLLATION, IGNORABLE, false, false);
        for (Expression operand : operands) {
            sum = add(sum, Sum.of(operand));
        }
        return sum;
    }

    private static Sum add(Sum left, Sum right) {
        if (left.conflict() || right.conflict()) {
            return left.conflict() ? left : right;
        }
        if (left.coercibility() != right.coercibility()) {
            return left.coercibility() < right.coercibility() ? left : right;
        }
        if (left.collation().equals(right.collation()) || right.isBytes()) {
            return right;
        }
        if (left.isBytes() || left.coercibility() >= NUMERIC) {
            return left;
        }
        if (left.coercibility() != EXPLICIT && isBinary(left.collation()) != isBinary(right.collation())) {
            return isBinary(left.collation()) ? left : right;
        }
        boolean conflict = left.coercibility() != COERCIBLE;
        return new Sum(right.collation(), conflict ? NONE : COERCIBLE, false, conflict);
    }

    private static boolean isBinary(String collation) {
        return collation.endsWith("_bin");
    }

    private static SqlException illegalMix(Expression left, Expression right, String operation) {
        return SqlErrors.of(
                1267,
                "HY000",
                "Illegal mix of collations (" + name(left) + ") and (" + name(right) + ") for operation '" + operation
                        + "'");
    }

    private static String name(Expression operand) {
        String how =
                switch (operand.coercibility()) {
                    case EXPLICIT -> "EXPLICIT";
                    case NONE -> "NONE";
                    case IMPLICIT -> "IMPLICIT";
                    case SYSTEM -> "SYSCONST";
                    default -> "COERCIBLE";
                };
        return operand.type().collation() + "," + how;
    }

    /** {@code operand COLLATE name}. @throws SqlException 1273 for an unknown collation, 1253 for one of another character set */
    static Expression explicit(Expression operand, String name) {
        if (!TextOrder.exists(name) || name.equals(SqlType.BINARY_COLLATION)) {
            int end = name.indexOf('_');
            boolean foreign = FOREIGN.contains(end < 0 ? name : name.substring(0, end));
            throw foreign
                    ? SqlErrors.of(1253, "42000", "COLLATION '" + name + "' is not valid for CHARACTER SET 'utf8mb4'")
                    : SqlErrors.of(1273, "HY000", "Unknown collation: '" + name + "'");
        }
        if (operand.type().family() == Family.BYTES) {
            throw SqlErrors.of(1253, "42000", "COLLATION '" + name + "' is not valid for CHARACTER SET 'binary'");
        }
        Expression text = operand.type().family() == Family.TEXT
                ? operand
                : new Expression(
                        SqlType.text(Logic.textLength(operand.type())),
                        operand.nullable(),
                        operand.isConstant(),
                        operand::text);
        return text.withType(text.type().withCollation(name)).withCoercibility(EXPLICIT);
    }

    /** Whether it is a character set of MySQL that this server has no collations of. */
    static boolean isForeign(String charset) {
        return FOREIGN.contains(charset.toLowerCase(java.util.Locale.ROOT));
    }
}
