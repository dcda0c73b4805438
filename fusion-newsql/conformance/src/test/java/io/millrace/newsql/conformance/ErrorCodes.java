package io.millrace.newsql.conformance;

import java.util.List;
import java.util.regex.Pattern;

/** Errors and warnings that MySQL 8.4 numbers otherwise than MariaDB 10.11. */
final class ErrorCodes {

    /**
     * One number for another.
     *
     * @param recorded MariaDB's
     * @param mysql MySQL's, with its SQLSTATE
     * @param where in which statements the one means the other
     */
    record Code(int recorded, int mysql, String sqlState, Pattern where) {}

    static final List<Code> ALL = List.of(
            // An incorrect value has the general state.
            code(1366, 1366, "HY000", ""),
            // A view that is unknown to DROP is a table that is unknown, and so is a view to DROP TABLE.
            code(4092, 1051, "42S02", ""),
            code(1965, 1051, "42S02", ""),
            code(1973, 3163, "HY000", "^CREATE USER"),
            code(1974, 3162, "HY000", "^DROP USER"),
            code(1133, 1133, "42000", "^SET PASSWORD"),
            // Logarithms of what has none.
            code(1365, 3020, "HY000", "\\b(?:LN|LOG|LOG2|LOG10)\\("),
            code(1826, 3822, "HY000", "\\bCHECK\\b"),
            code(1091, 3940, "HY000", "\\bDROP CONSTRAINT\\b"),
            code(1054, 3820, "HY000", "\\bCHECK \\("),
            code(1451, 3730, "HY000", "^DROP TABLE"),
            code(1005, 1824, "HY000", "\\bFOREIGN KEY\\b"),
            // The next key of AUTO_INCREMENT is out of range as any value is.
            code(167, 1264, "22003", "^INSERT"),
            code(1113, 4028, "HY000", "^CREATE TABLE"),
            // A table of an unknown schema.
            code(1146, 1049, "42000", "\\bnosuch\\.\\w"));

    private ErrorCodes() {}

    private static Code code(int recorded, int mysql, String sqlState, String where) {
        return new Code(recorded, mysql, sqlState, Pattern.compile(where));
    }
}
