package io.millrace.newsql.expression;

import io.millrace.newsql.json.Json;
import io.millrace.newsql.json.JsonMerge;
import io.millrace.newsql.json.JsonPath;
import io.millrace.newsql.json.JsonReader;
import io.millrace.newsql.json.JsonWriter;
import io.millrace.newsql.type.JsonText;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions that make, ask and print documents. */
final class JsonFunctions {

    private static final int MANY = Integer.MAX_VALUE;

    private JsonFunctions() {}

    static void register(Functions all) {
        all.add(0, MANY, JsonFunctions::array, "json_array");
        all.add(0, MANY, JsonFunctions::object, "json_object");
        all.add(2, MANY, JsonFunctions::extract, "json_extract");
        all.add(2, 2, JsonFunctions::value, "json_value");
        all.add(1, 1, JsonFunctions::quote, "json_quote");
        all.add(1, 1, JsonFunctions::unquote, "json_unquote");
        all.add(1, 1, JsonFunctions::isValid, "json_valid");
        of(all, SqlType.text(20), (document, frame) -> Json.typeName(document), "json_type");
        of(all, SqlType.BIGINT, (document, frame) -> (long) Json.depth(document), "json_depth");
        of(all, SqlType.text(Strings.RESULT_MAX), (document, frame) -> JsonWriter.pretty(document), "json_pretty");
        of(all, SqlType.BIGINT, (document, frame) -> size(document), "json_storage_size");
        of(all, SqlType.BIGINT, (document, frame) -> 0L, "json_storage_free");
        all.add(
                1,
                2,
                args -> part(args, SqlType.BIGINT, "json_length", value -> (long) Json.length(value)),
                "json_length");
        all.add(1, 2, args -> part(args, SqlType.JSON, "json_keys", JsonFunctions::keys), "json_keys");
        all.add(2, 3, JsonFunctions::contains, "json_contains");
        all.add(3, MANY, JsonFunctions::containsPath, "json_contains_path");
        all.add(2, 2, JsonFunctions::overlaps, "json_overlaps");
        all.add(2, MANY, args -> merge(args, "json_merge_patch", JsonMerge::patch), "json_merge_patch");
        all.add(
                2,
                MANY,
                args -> merge(args, "json_merge_preserve", JsonMerge::preserve),
                "json_merge_preserve",
                "json_merge");
    }

    private interface OfDocument {
        @Nullable
        Object apply(Object document, Frame frame);
    }

    private static void of(Functions all, SqlType type, OfDocument function, String name) {
        all.add(
                1,
                1,
                args -> Expression.of(type, frame -> {
                    Object document = JsonDocuments.read(args.get(0), 1, name, frame);
                    return document == null ? null : function.apply(document, frame);
                }),
                name);
    }

    private static long size(Object document) {
        return JsonWriter.write(document).getBytes(StandardCharsets.UTF_8).length;
    }

    // ---- making ----

    private static Expression array(List<Expression> args) {
        return new Expression(SqlType.JSON, false, false, frame -> {
            List<Object> elements = new ArrayList<>(args.size());
            for (Expression arg : args) {
                elements.add(JsonDocuments.of(arg.eval(frame), arg.type()));
            }
            return JsonWriter.write(elements);
        });
    }

    private static Expression object(List<Expression> args) {
        if (args.size() % 2 != 0) {
            throw SqlErrors.wrongArguments("JSON_OBJECT");
        }
        return new Expression(SqlType.JSON, false, false, frame -> {
            Map<String, Object> members = Json.newObject();
            for (int i = 0; i < args.size(); i += 2) {
                String name = args.get(i).text(frame);
                if (name == null) {
                    throw SqlErrors.of(3158, "22032", "JSON documents may not contain NULL member names.");
                }
                members.put(
                        name,
                        JsonDocuments.of(
                                args.get(i + 1).eval(frame), args.get(i + 1).type()));
            }
            return JsonWriter.write(members);
        });
    }

    private static Expression merge(List<Expression> args, String name, BinaryOperator<Object> merging) {
        return Expression.of(SqlType.JSON, frame -> {
            Object merged = null;
            boolean isNull = false;
            for (int i = 0; i < args.size(); i++) {
                Object next = JsonDocuments.read(args.get(i), i + 1, name, frame);
                isNull |= next == null;
                merged = merged == null || next == null ? next : merging.apply(merged, next);
            }
            return isNull || merged == null ? null : JsonWriter.write(merged);
        });
    }

    // ---- finding ----

    private static Expression extract(List<Expression> args) {
        return Expression.of(SqlType.JSON, frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, "json_extract", frame);
            List<Object> found = new ArrayList<>();
            boolean several = args.size() > 2;
            for (Expression arg : args.subList(1, args.size())) {
                JsonPath path = JsonDocuments.path(arg, frame);
                if (path == null || document == null) {
                    return null;
                }
                several |= path.isWild();
                found.addAll(path.find(document));
            }
            return found.isEmpty() ? null : JsonWriter.write(several ? found : found.get(0));
        });
    }

    /** A scalar as text; NULL for a container. */
    private static Expression value(List<Expression> args) {
        return Expression.of(SqlType.text(512), frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, "json_value", frame);
            JsonPath path = document == null ? null : JsonDocuments.path(args.get(1), frame);
            List<Object> found = document == null || path == null ? List.of() : path.find(document);
            if (found.size() != 1 || found.get(0) == Json.NULL) {
                return null;
            }
            Object value = found.get(0);
            boolean container = value instanceof Map || value instanceof List;
            return container ? null : value instanceof String text ? text : JsonWriter.write(value);
        });
    }

    private interface OfPart {
        @Nullable
        Object apply(Object value);
    }

    /** A function of a document, or of the part that a path names. */
    private static Expression part(List<Expression> args, SqlType type, String name, OfPart function) {
        return Expression.of(type, frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, name, frame);
            if (document == null || args.size() == 1) {
                return document == null ? null : function.apply(document);
            }
            JsonPath path = JsonDocuments.plainPath(args.get(1), frame);
            List<Object> found = path == null ? List.of() : path.find(document);
            return found.isEmpty() ? null : function.apply(found.get(0));
        });
    }

    private static @Nullable Object keys(Object value) {
        return value instanceof Map<?, ?> map ? JsonWriter.write(new ArrayList<>(map.keySet())) : null;
    }

    private static Expression contains(List<Expression> args) {
        return Expression.of(SqlType.BOOLEAN, frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, "json_contains", frame);
            Object candidate = JsonDocuments.read(args.get(1), 2, "json_contains", frame);
            if (document == null || candidate == null) {
                return null;
            }
            if (args.size() == 2) {
                return Comparison.of(Json.contains(document, candidate));
            }
            JsonPath path = JsonDocuments.plainPath(args.get(2), frame);
            List<Object> found = path == null ? List.of() : path.find(document);
            return found.isEmpty() ? null : Comparison.of(Json.contains(found.get(0), candidate));
        });
    }

    /** Whether all is asked for, rather than one. @throws io.millrace.newsql.mysql.SqlException 3154 */
    static boolean isAll(String word, String function) {
        if (!word.equalsIgnoreCase("one") && !word.equalsIgnoreCase("all")) {
            throw SqlErrors.of(
                    3154, "42000", "The oneOrAll argument to " + function + " may take these values: 'one' or 'all'.");
        }
        return word.equalsIgnoreCase("all");
    }

    private static Expression containsPath(List<Expression> args) {
        return Expression.of(SqlType.BOOLEAN, frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, "json_contains_path", frame);
            String word = args.get(1).text(frame);
            if (document == null || word == null) {
                return null;
            }
            boolean all = isAll(word, "json_contains_path");
            for (Expression arg : args.subList(2, args.size())) {
                JsonPath path = JsonDocuments.path(arg, frame);
                if (path == null) {
                    return null;
                }
                if (path.find(document).isEmpty() == all) {
                    return Comparison.of(!all);
                }
            }
            return Comparison.of(all);
        });
    }

    private static Expression overlaps(List<Expression> args) {
        return Expression.of(SqlType.BOOLEAN, frame -> {
            Object left = JsonDocuments.read(args.get(0), 1, "json_overlaps", frame);
            Object right = JsonDocuments.read(args.get(1), 2, "json_overlaps", frame);
            return left == null || right == null ? null : Comparison.of(overlap(left, right));
        });
    }

    private static boolean overlap(Object left, Object right) {
        if (left instanceof Map && right instanceof Map) {
            Map<String, Object> other = Json.object(right);
            return Json.object(left).entrySet().stream().anyMatch(each -> {
                Object value = other.get(each.getKey());
                return value != null && Json.isEqual(each.getValue(), value);
            });
        }
        if (!(left instanceof List) && !(right instanceof List)) {
            return Json.isEqual(left, right);
        }
        List<Object> first = left instanceof List ? Json.array(left) : List.of(left);
        List<Object> second = right instanceof List ? Json.array(right) : List.of(right);
        return first.stream().anyMatch(each -> second.stream().anyMatch(other -> Json.isEqual(each, other)));
    }

    // ---- text ----

    private static Expression quote(List<Expression> args) {
        return Expression.of(SqlType.text(Strings.length(args) * 6 + 2), frame -> {
            String text = args.get(0).text(frame);
            return text == null ? null : JsonWriter.quote(text);
        });
    }

    private static Expression unquote(List<Expression> args) {
        return Expression.of(SqlType.text(Math.min(Strings.length(args), Strings.RESULT_MAX)), frame -> {
            String text = args.get(0).text(frame);
            return text == null ? null : unquoted(text);
        });
    }

    static String unquoted(String text) {
        if (text.length() < 2 || text.charAt(0) != '"' || !text.endsWith("\"")) {
            return text;
        }
        try {
            return String.valueOf(JsonReader.read(text));
        } catch (io.millrace.newsql.json.JsonException e) {
            throw SqlErrors.of(
                    3141,
                    "22032",
                    "Invalid JSON text in argument 1 to function json_unquote: \"" + e.getMessage() + "\" at position "
                            + e.position() + ".");
        }
    }

    private static Expression isValid(List<Expression> args) {
        Expression arg = args.get(0);
        return Expression.of(SqlType.BOOLEAN, frame -> {
            String text = arg.text(frame);
            return text == null
                    ? null
                    : Comparison.of(arg.type().family() == TypeId.Family.TEXT && JsonText.isValid(text));
        });
    }
}
