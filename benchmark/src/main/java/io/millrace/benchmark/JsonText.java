package io.millrace.benchmark;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as maps, lists, strings, numbers, booleans and null: enough for results, with no class to bind.
 *
 * <p>Objects keep their order. Numbers are read as {@link Long} or {@link Double}. Thread-safe. Malformed input throws
 * Jackson's {@code JacksonException}, which says where.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /** The value on one line, without a line feed. */
    public static String write(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(out, value);
        }
        return text.toString();
    }

    private static void write(JsonGenerator out, @Nullable Object value) {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeName(String.valueOf(entry.getKey()));
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> values) {
            out.writeStartArray();
            for (Object each : values) {
                write(out, each);
            }
            out.writeEndArray();
        } else if (value instanceof Integer || value instanceof Long) {
            out.writeNumber(((Number) value).longValue());
        } else if (value instanceof Number number) {
            out.writeNumber(number.doubleValue());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else {
            out.writeString(value.toString());
        }
    }

    /** An object; {@link IllegalArgumentException} where the text holds something else. */
    @SuppressWarnings("unchecked") // names are strings: JSON has no others
    public static Map<String, @Nullable Object> readObject(String text) {
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            in.nextToken();
            if (read(in) instanceof Map<?, ?> map) {
                return (Map<String, @Nullable Object>) map;
            }
        }
        throw new IllegalArgumentException("not a JSON object: " + text);
    }

    private static @Nullable Object read(JsonParser in) {
        JsonToken token = in.currentToken();
        if (token == null) {
            throw new IllegalArgumentException("empty text (expected: a JSON value)");
        }
        return switch (token) {
            case START_OBJECT -> readMap(in);
            case START_ARRAY -> readList(in);
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> in.getString();
        };
    }

    private static Map<String, @Nullable Object> readMap(JsonParser in) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = in.currentName();
            in.nextToken();
            map.put(name, read(in));
        }
        return map;
    }

    private static List<@Nullable Object> readList(JsonParser in) {
        List<@Nullable Object> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(read(in));
        }
        return list;
    }
}
