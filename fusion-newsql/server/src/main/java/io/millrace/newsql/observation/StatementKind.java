package io.millrace.newsql.observation;

import java.util.Locale;

/** What statements are counted as: the tag {@code kind} of the meters, and {@code Com_…} of SHOW STATUS. */
public enum StatementKind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    REPLACE,
    BEGIN,
    COMMIT,
    ROLLBACK,
    SET,
    SHOW,
    DEFINITION,
    ACCOUNT,
    OTHER;

    /** @param word the statement's first one */
    public static StatementKind of(String word, String second) {
        return switch (word) {
            case "SELECT", "WITH", "(", "VALUES", "TABLE" -> SELECT;
            case "INSERT", "LOAD" -> INSERT;
            case "UPDATE" -> UPDATE;
            case "DELETE" -> DELETE;
            case "REPLACE" -> REPLACE;
            case "BEGIN", "START" -> BEGIN;
            case "COMMIT" -> COMMIT;
            case "ROLLBACK" -> ROLLBACK;
            case "SET" -> second.equals("PASSWORD") ? ACCOUNT : SET;
            case "SHOW", "DESCRIBE", "DESC", "EXPLAIN" -> SHOW;
            case "GRANT", "REVOKE" -> ACCOUNT;
            case "CREATE", "ALTER", "DROP", "RENAME" -> second.equals("USER") || second.equals("ROLE")
                    ? ACCOUNT
                    : DEFINITION;
            case "TRUNCATE" -> DEFINITION;
            default -> OTHER;
        };
    }

    /** As the tag's value. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
