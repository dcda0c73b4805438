package io.millrace.newsql.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Two documents made one. Both may be changed. */
public final class JsonMerge {

    private JsonMerge() {}

    /** By RFC 7396: members of the second take the place of the first's, and remove them with null. */
    public static Object patch(Object target, Object patch) {
        if (!(patch instanceof Map<?, ?> changes)) {
            return patch;
        }
        Map<String, Object> merged = target instanceof Map ? Json.object(target) : Json.newObject();
        changes.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (value == Json.NULL) {
                merged.remove(name);
            } else {
                Object before = merged.get(name);
                merged.put(name, patch(before == null ? Json.NULL : before, Objects.requireNonNull(value)));
            }
        });
        return merged;
    }

    /** With everything of both: objects by their members, all else in one array. */
    public static Object preserve(Object left, Object right) {
        if (left instanceof Map && right instanceof Map<?, ?> more) {
            Map<String, Object> merged = Json.object(left);
            more.forEach((name, value) ->
                    merged.merge(String.valueOf(name), Objects.requireNonNull(value), JsonMerge::preserve));
            return merged;
        }
        List<Object> all = new ArrayList<>(left instanceof List ? Json.array(left) : List.of(left));
        all.addAll(right instanceof List ? Json.array(right) : List.of(right));
        return all;
    }
}
