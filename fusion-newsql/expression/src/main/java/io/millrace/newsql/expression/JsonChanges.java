package io.millrace.newsql.expression;

import io.millrace.newsql.json.Json;
import io.millrace.newsql.json.JsonPath;
import io.millrace.newsql.json.JsonPath.Change;
import io.millrace.newsql.json.JsonWriter;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions that change documents, and JSON_SEARCH. */
final class JsonChanges {

    private static final int MANY = Integer.MAX_VALUE;

    private JsonChanges() {}

    static void register(Functions all) {
        all.add(3, MANY, args -> change(args, "json_set", Change.SET), "json_set");
        all.add(3, MANY, args -> change(args, "json_insert", Change.INSERT), "json_insert");
        all.add(3, MANY, args -> change(args, "json_replace", Change.REPLACE), "json_replace");
        all.add(2, MANY, JsonChanges::remove, "json_remove");
        all.add(3, MANY, args -> array(args, "json_array_append", true), "json_array_append", "json_append");
        all.add(3, MANY, args -> array(args, "json_array_insert", false), "json_array_insert");
        all.add(3, MANY, JsonChanges::search, "json_search");
    }

    /** What one path and its value do to a document. */
    private interface Step {
        Object apply(Object document, JsonPath path, Object value);
    }

    /** Paths and values in turn, each on what the one before has made. */
    private static Expression steps(List<Expression> args, String name, Step step) {
        if (args.size() % 2 == 0) {
            throw SqlErrors.wrongArguments(name);
        }
        return Expression.of(SqlType.JSON, frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, name, frame);
            for (int i = 1; i < args.size(); i += 2) {
                JsonPath path = JsonDocuments.plainPath(args.get(i), frame);
                if (path == null || document == null) {
                    return null;
                }
                Object value = JsonDocuments.of(
                        args.get(i + 1).eval(frame), args.get(i + 1).type());
                document = step.apply(document, path, value);
            }
            return document == null ? null : JsonWriter.write(document);
        });
    }

    private static Expression change(List<Expression> args, String name, Change change) {
        return steps(args, name, (document, path, value) -> path.change(document, value, change));
    }

    private static Expression array(List<Expression> args, String name, boolean append) {
        return steps(args, name, (document, path, value) -> {
            if (append) {
                return append(document, path, value);
            }
            if (!path.endsWithElement()) {
                throw SqlErrors.of(3165, "42000", "A path expression is not a path to a cell in an array.");
            }
            path.insertBefore(document, value);
            return document;
        });
    }

    private static Object append(Object document, JsonPath path, Object value) {
        List<Object> found = path.find(document);
        if (found.isEmpty()) {
            return document;
        }
        if (found.get(0) instanceof List) {
            Json.array(found.get(0)).add(value);
            return document;
        }
        List<Object> both = new ArrayList<>(List.of(found.get(0), value));
        return path.change(document, both, Change.REPLACE);
    }

    private static Expression remove(List<Expression> args) {
        return Expression.of(SqlType.JSON, frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, "json_remove", frame);
            for (Expression arg : args.subList(1, args.size())) {
                JsonPath path = JsonDocuments.plainPath(arg, frame);
                if (path == null || document == null) {
                    return null;
                }
                if (path.isRoot()) {
                    throw SqlErrors.of(3153, "42000", "The path expression '$' is not allowed in this context.");
                }
                document = path.change(document, null, Change.REMOVE);
            }
            return document == null ? null : JsonWriter.write(document);
        });
    }

    // ---- JSON_SEARCH ----

    private static Expression search(List<Expression> args) {
        return Expression.of(SqlType.JSON, frame -> {
            Object document = JsonDocuments.read(args.get(0), 1, "json_search", frame);
            String word = args.get(1).text(frame);
            String wanted = args.get(2).text(frame);
            if (document == null || word == null || wanted == null) {
                return null;
            }
            boolean all = JsonFunctions.isAll(word, "json_search");
            String escape = args.size() > 3 ? args.get(3).text(frame) : null;
            int mark = escape == null || escape.isEmpty() ? '\\' : escape.codePointAt(0);
            LikePattern pattern = LikePattern.of(wanted, mark, "utf8mb4_bin");
            List<Object> found = new ArrayList<>();
            if (args.size() < 5) {
                search(document, "$", pattern, found);
            }
            for (Expression arg : args.subList(Math.min(4, args.size()), args.size())) {
                String path = arg.text(frame);
                JsonPath parsed = JsonDocuments.plainPath(arg, frame);
                if (path == null || parsed == null) {
                    return null;
                }
                parsed.find(document).forEach(value -> search(value, path.strip(), pattern, found));
            }
            return result(found, all);
        });
    }

    private static @Nullable Object result(List<Object> found, boolean all) {
        if (found.isEmpty()) {
            return null;
        }
        return JsonWriter.write(all && found.size() > 1 ? found : found.get(0));
    }

    private static void search(Object value, String path, LikePattern pattern, List<Object> found) {
        if (value instanceof String text && pattern.matches(text) && !found.contains(path)) {
            found.add(path);
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                search(java.util.Objects.requireNonNull(list.get(i)), path + "[" + i + "]", pattern, found);
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> search(
                    java.util.Objects.requireNonNull(each), path + "." + name(String.valueOf(name)), pattern, found));
        }
    }

    private static String name(String name) {
        boolean plain = !name.isEmpty()
                && Character.isJavaIdentifierStart(name.charAt(0))
                && name.chars().allMatch(Character::isJavaIdentifierPart);
        return plain ? name : JsonWriter.quote(name);
    }
}
