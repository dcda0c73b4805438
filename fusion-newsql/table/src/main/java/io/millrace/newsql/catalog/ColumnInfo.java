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
 * @param generation how its values are computed; null for a column that statements write
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
        String comment,
        @Nullable Generation generation) {

    /** One that is not generated. */
    public ColumnInfo(
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
        this(id, name, type, nullable, fallback, origin, addedIn, autoIncrement, updatesToNow, comment, null);
    }

    /** A DEFAULT. @param text a literal's text, digits of the fraction of CURRENT_TIMESTAMP, or an expression's text */
    public record Fallback(Kind kind, String text) {}

    /** What a DEFAULT is; the ordinals are in records. */
    public enum Kind {
        NULL,
        LITERAL,
        NOW,
        EXPRESSION
    }

    /** Whether INSERT may leave it out: it then takes NULL, its default, a number, or what is computed. */
    public boolean hasDefault() {
        return fallback != null || autoIncrement || nullable || generation != null;
    }

    public boolean isGenerated() {
        return generation != null;
    }

    /** The same under another name. */
    public ColumnInfo renamed(String newName) {
        return new ColumnInfo(
                id,
                newName,
                type,
                nullable,
                fallback,
                origin,
                addedIn,
                autoIncrement,
                updatesToNow,
                comment,
                generation);
    }

    public ColumnInfo withId(int newId) {
        return new ColumnInfo(
                newId,
                name,
                type,
                nullable,
                fallback,
                origin,
                addedIn,
                autoIncrement,
                updatesToNow,
                comment,
                generation);
    }

    public ColumnInfo withNullable(boolean mayBeNull) {
        return new ColumnInfo(
                id, name, type, mayBeNull, fallback, origin, addedIn, autoIncrement, updatesToNow, comment, generation);
    }

    public ColumnInfo withFallback(@Nullable Fallback newFallback) {
        return new ColumnInfo(
                id,
                name,
                type,
                nullable,
                newFallback,
                origin,
                addedIn,
                autoIncrement,
                updatesToNow,
                comment,
                generation);
    }

    public ColumnInfo withType(SqlType newType) {
        return new ColumnInfo(
                id,
                name,
                newType,
                nullable,
                fallback,
                origin,
                addedIn,
                autoIncrement,
                updatesToNow,
                comment,
                generation);
    }

    public ColumnInfo withGeneration(@Nullable Generation newGeneration) {
        return new ColumnInfo(
                id,
                name,
                type,
                nullable,
                fallback,
                origin,
                addedIn,
                autoIncrement,
                updatesToNow,
                comment,
                newGeneration);
    }

    /** The same for rows that are older than it. @param version of the table in which it comes */
    public ColumnInfo withOrigin(@Nullable Fallback newOrigin, int version) {
        return new ColumnInfo(
                id,
                name,
                type,
                nullable,
                fallback,
                newOrigin,
                version,
                autoIncrement,
                updatesToNow,
                comment,
                generation);
    }
}
