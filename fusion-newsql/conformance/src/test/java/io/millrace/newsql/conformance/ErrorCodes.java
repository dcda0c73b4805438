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
            // An unknown type is a syntax error.
            code(4161, 1064, "42000", ""),
            // A row where a value belongs.
            code(4078, 1241, "21000", ""),
            // A window function out of place, an unknown window, a wrong argument.
            code(4015, 3593, "HY000", ""),
            code(4009, 3579, "HY000", ""),
            code(4024, 1210, "HY000", ""),
            // A common table expression with a wrong list, and one whose name is there twice.
            code(4002, 1353, "HY000", ""),
            code(4004, 1066, "42000", ""),
            // A number that is too large for a cast.
            code(1916, 1292, "22007", ""),
            // What is no JSON; another failed CHECK.
            code(4025, 3140, "22032", "INTO r \\(j\\)"),
            code(4025, 3819, "HY000", ""),
            // A value for a generated column.
            code(1906, 3105, "HY000", ""),
            // A lock that is not waited for.
            code(1205, 3572, "HY000", "\\bNOWAIT\\b"),
            // The library of regular expressions has errors of its own.
            code(1139, 3696, "HY000", "REGEXP '\\['"),
            code(1139, 3691, "HY000", "REGEXP '\\('"),
            // A view that is unknown to DROP is a table that is unknown, and so is a view to DROP TABLE.
            code(4092, 1051, "42S02", ""),
            code(1965, 1051, "42S02", ""),
            code(1973, 3163, "HY000", "^CREATE USER"),
            code(1974, 3162, "HY000", "^DROP USER"),
            code(1133, 1133, "42000", "^SET PASSWORD"),
            // Logarithms of what has none.
            code(1365, 3020, "2201E", "\\b(?:LN|LOG|LOG2|LOG10)\\("),
            code(1826, 3822, "HY000", "\\bCHECK\\b"),
            code(1091, 3940, "HY000", "\\bDROP CONSTRAINT\\b"),
            code(1054, 3820, "HY000", "\\bCHECK \\("),
            code(1451, 3730, "HY000", "^DROP TABLE"),
            code(1005, 1824, "HY000", "\\bFOREIGN KEY\\b"),
            // Numbers of AUTO_INCREMENT end at the type's last one, which then is a duplicate (17.6.1.6).
            code(167, 1062, "23000", "^INSERT"),
            code(1113, 4028, "HY000", "^CREATE TABLE"),
            // A table of an unknown schema.
            code(1146, 1049, "42000", "\\bnosuch\\.\\w"));

    private ErrorCodes() {}

    private static Code code(int recorded, int mysql, String sqlState, String where) {
        return new Code(recorded, mysql, sqlState, Pattern.compile(where));
    }
}
