package io.millrace.newsql.conformance;

/**
 * A column of a result as the client sees it.
 *
 * @param name the label
 * @param type the type's name as the driver gives it, like {@code BIGINT UNSIGNED}; with digits after the point where the type
 *     has them, like {@code DECIMAL.4} and {@code DATETIME.6}
 * @param computed whether it is of no table
 */
record ResultColumn(String name, String type, boolean computed) {

    ResultColumn withType(String other) {
        return new ResultColumn(name, other, computed);
    }
}
