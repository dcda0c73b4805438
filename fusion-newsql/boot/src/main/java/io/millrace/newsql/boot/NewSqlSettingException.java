package io.millrace.newsql.boot;

/** A property under {@code millrace.newsql} that the server refuses. */
final class NewSqlSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String property;

    NewSqlSettingException(String property, String what) {
        super(property + ' ' + what);
        this.property = property;
    }

    NewSqlSettingException(String property, String what, Throwable cause) {
        super(property + ' ' + what, cause);
        this.property = property;
    }

    String property() {
        return property;
    }
}
