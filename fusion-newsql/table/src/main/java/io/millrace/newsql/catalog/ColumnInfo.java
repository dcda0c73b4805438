package io.millrace.newsql.catalog;

import io.millrace.newsql.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id its number in rows; never used again for another column of the table
 * @param fallback what INSERT takes when it is not named; null for none
 * @param origin what rows have that are older than the column: null for NULL
 * @param addedIn version of the table in which it came; older rows do not have it
 */
public record ColumnInfo(
        int id,
        String name,
        SqlType type,
        boolean nullable,
        @Nullable Fallback fallback,
        @Nullable Fallback origin,
        int addedIn,
        boolean autoIncrement,
        boolean updatesToNow,
        String comment) {

    /** A DEFAULT. @param text a literal's text, or digits of the fraction of CURRENT_TIMESTAMP */
    public record Fallback(Kind kind, String text) {}

    /** What a DEFAULT is; the ordinals are in records. */
    public enum Kind {
        NULL,
        LITERAL,
        NOW
    }

    /** Whether INSERT may leave it out: it then takes NULL, its default, or a number. */
    public boolean hasDefault() {
        return fallback != null || autoIncrement || nullable;
    }

    /** The same under another name. */
    public ColumnInfo renamed(String newName) {
        return new ColumnInfo(
                id, newName, type, nullable, fallback, origin, addedIn, autoIncrement, updatesToNow, comment);
    }
}
