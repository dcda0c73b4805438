package io.millrace.newsql.type;

import io.millrace.newsql.mysql.SqlException;

/** MySQL's errors by what they mean: its code, its SQLSTATE and its wording. */
public final class SqlErrors {

    public static final int DUPLICATE_KEY = 1062;
    public static final int LOCK_TIMEOUT = 1205;
    public static final int DEADLOCK = 1213;
    public static final int DATA_TRUNCATED = 1265;
    public static final int WRONG_VALUE = 1292;
    public static final int OUT_OF_RANGE = 1264;
    public static final int DIVISION_BY_ZERO = 1365;
    public static final int NO_LOGARITHM = 3020;
    public static final int WRONG_FUNCTION_VALUE = 1411;
    public static final int DATETIME_OVERFLOW = 1441;

    private SqlErrors() {}

    public static SqlException of(int code, String state, String message) {
        return new SqlException(code, state, message);
    }

    public static SqlException unsupported(String what) {
        return of(1235, "42000", "This version of MySQL doesn't yet support '" + what + "'");
    }

    public static SqlException syntax(String near, int line) {
        return of(
                1064,
                "42000",
                "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '"
                        + near + "' at line " + line);
    }

    public static SqlException unknownColumn(String name, String clause) {
        return of(1054, "42S22", "Unknown column '" + name + "' in '" + clause + "'");
    }

    public static SqlException ambiguousColumn(String name, String clause) {
        return of(1052, "23000", "Column '" + name + "' in " + clause + " is ambiguous");
    }

    public static SqlException unknownTable(String schema, String table) {
        return of(1146, "42S02", "Table '" + schema + "." + table + "' doesn't exist");
    }

    public static SqlException unknownSchema(String schema) {
        return of(1049, "42000", "Unknown database '" + schema + "'");
    }

    public static SqlException noSchema() {
        return of(1046, "3D000", "No database selected");
    }

    public static SqlException unknownFunction(String name) {
        return of(1305, "42000", "FUNCTION " + name + " does not exist");
    }

    public static SqlException wrongArguments(String function) {
        return of(1582, "42000", "Incorrect parameter count in the call to native function '" + function + "'");
    }

    public static SqlException operands(int count) {
        return of(1241, "21000", "Operand should contain " + count + " column(s)");
    }

    public static SqlException wrongValue(String function, String value) {
        return of(WRONG_FUNCTION_VALUE, "HY000", "Incorrect datetime value: '" + value + "' for function " + function);
    }

    public static SqlException outOfRange(String type, String expression) {
        return of(1690, "22003", type + " value is out of range in '" + expression + "'");
    }

    public static SqlException columnOutOfRange(String column, long row) {
        return of(OUT_OF_RANGE, "22003", "Out of range value for column '" + column + "' at row " + row);
    }

    public static SqlException tooLong(String column, long row) {
        return of(1406, "22001", "Data too long for column '" + column + "' at row " + row);
    }

    public static SqlException incorrectValue(String kind, String value, String column, long row) {
        return of(
                WRONG_VALUE,
                "22007",
                "Incorrect " + kind + " value: '" + value + "' for column '" + column + "' at row " + row);
    }

    public static SqlException incorrectNumber(String kind, String value, String column, long row) {
        return of(
                1366,
                "HY000",
                "Incorrect " + kind + " value: '" + value + "' for column '" + column + "' at row " + row);
    }

    public static SqlException truncated(String column, long row) {
        return of(DATA_TRUNCATED, "01000", "Data truncated for column '" + column + "' at row " + row);
    }

    public static SqlException notNull(String column) {
        return of(1048, "23000", "Column '" + column + "' cannot be null");
    }

    public static SqlException noDefault(String column) {
        return of(1364, "HY000", "Field '" + column + "' doesn't have a default value");
    }

    public static SqlException duplicate(String values, String key) {
        return of(DUPLICATE_KEY, "23000", "Duplicate entry '" + values + "' for key '" + key + "'");
    }

    public static SqlException unknownVariable(String name) {
        return of(1193, "HY000", "Unknown system variable '" + name + "'");
    }

    public static SqlException interrupted() {
        return of(1317, "70100", "Query execution was interrupted");
    }

    public static SqlException lockTimeout() {
        return of(LOCK_TIMEOUT, "HY000", "Lock wait timeout exceeded; try restarting transaction");
    }

    public static SqlException deadlock() {
        return of(DEADLOCK, "40001", "Deadlock found when trying to get lock; try restarting transaction");
    }
}
