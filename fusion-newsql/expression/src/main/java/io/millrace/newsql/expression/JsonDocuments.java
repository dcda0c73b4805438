package io.millrace.newsql.expression;

import io.millrace.newsql.json.Json;
import io.millrace.newsql.json.JsonException;
import io.millrace.newsql.json.JsonPath;
import io.millrace.newsql.json.JsonReader;
import io.millrace.newsql.json.JsonWriter;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.math.BigDecimal;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Between values of SQL and those of documents. */
final class JsonDocuments {

    private JsonDocuments() {}

    /** The document in an argument; null for NULL. @param index of the argument, from 1 @throws io.millrace.newsql.mysql.SqlException 3141, 3146 */
    static @Nullable Object read(Expression arg, int index, String function, Frame frame) {
        Object value = arg.eval(frame);
        if (value == null) {
            return null;
        }
        if (arg.type().family() != TypeId.Family.TEXT) {
            throw SqlErrors.of(
                    3146,
                    "22032",
                    "Invalid data type for JSON data in argument " + index + " to function " + function
                            + "; a JSON string or JSON type is required.");
        }
        try {
            return JsonReader.read(Casts.toText(value, arg.type()));
        } catch (JsonException e) {
            throw SqlErrors.of(
                    3141,
                    "22032",
                    "Invalid JSON text in argument " + index + " to function " + function + ": \"" + e.getMessage()
                            + "\" at position " + e.position() + ".");
        }
    }

    /** The path in an argument; null for NULL. @throws io.millrace.newsql.mysql.SqlException 3143 */
    static @Nullable JsonPath path(Expression arg, Frame frame) {
        String text = arg.text(frame);
        if (text == null) {
            return null;
        }
        try {
            return JsonPath.parse(text);
        } catch (JsonException e) {
            throw SqlErrors.of(
                    3143,
                    "42000",
                    "Invalid JSON path expression. The error is around character position " + e.position() + ".");
        }
    }

    /** A path that names one value at most. @throws io.millrace.newsql.mysql.SqlException 3143, 3149 */
    static @Nullable JsonPath plainPath(Expression arg, Frame frame) {
        JsonPath path = path(arg, frame);
        if (path != null && path.isWild()) {
            throw SqlErrors.of(
                    3149,
                    "42000",
                    "In this situation, path expressions may not contain the * and ** tokens or an array range.");
        }
        return path;
    }

    /** A value as part of a document: text is a string, a document is itself. */
    static Object of(@Nullable Object value, SqlType type) {
        if (value == null) {
            return Json.NULL;
        }
        if (type.equals(SqlType.BOOLEAN)) {
            return (Long) value != 0;
        }
        return switch (type.family()) {
            case INTEGER -> type.id() == TypeId.BIT
                    ? binary(Casts.toBytes(value, type), 16)
                    : type.unsigned() && (Long) value < 0 ? Casts.unsigned((Long) value) : value;
            case DECIMAL -> Casts.shown((BigDecimal) value, type);
            case DOUBLE -> value;
            case TEMPORAL -> temporal((Long) value, type);
            case BYTES -> binary((byte[]) value, 15);
            default -> type.id() == TypeId.JSON
                    ? JsonReader.read(Casts.toText(value, type))
                    : Casts.toText(value, type);
        };
    }

    private static String temporal(long value, SqlType type) {
        return switch (type.id()) {
            case DATE -> Temporals.formatDate(value);
            case TIME -> Temporals.formatTime(value, SqlType.FRACTION_DIGITS_MAX);
            default -> Temporals.formatDateTime(value, SqlType.FRACTION_DIGITS_MAX);
        };
    }

    private static String binary(byte[] bytes, int type) {
        return "base64:type" + type + ":" + Base64.getEncoder().encodeToString(bytes);
    }

    /** CAST … AS JSON: text is read as a document. */
    static String cast(Object value, SqlType type) {
        return type.family() == TypeId.Family.TEXT
                ? io.millrace.newsql.type.JsonText.normalize(Casts.toText(value, type), "cast_as_json")
                : JsonWriter.write(of(value, type));
    }
}
