package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.WarningSink;

/** Throws what strict mode does not let pass, and hands on the rest. */
record StrictWarnings(WarningSink rest) implements WarningSink {

    @Override
    public void warn(int code, String message) {
        switch (code) {
            case SqlErrors.WRONG_VALUE -> throw SqlErrors.of(code, "22007", message);
            case SqlErrors.DIVISION_BY_ZERO -> throw SqlErrors.of(code, "22012", message);
            case SqlErrors.NO_LOGARITHM -> throw SqlErrors.of(code, "2201E", message);
            case SqlErrors.OUT_OF_RANGE -> throw SqlErrors.of(code, "22003", message);
            case SqlErrors.DATETIME_OVERFLOW -> throw SqlErrors.of(code, "22008", message);
            case SqlErrors.WRONG_FUNCTION_VALUE -> throw SqlErrors.of(code, "HY000", message);
            default -> rest.warn(code, message);
        }
    }
}
