package io.millrace.newsql.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Values of documents: {@link #NULL}, Boolean, Long, BigInteger, BigDecimal, Double, String, a List of values, or a Map of them by name in MySQL's order of names. Those that
 * are read may be changed by who read them.
 */
public final class Json {

    /** The null of a document, which is not SQL's. */
    public static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    /** Shorter names come first, then their bytes decide. */
    private static final Comparator<String> NAMES = (left, right) -> {
        byte[] first = left.getBytes(StandardCharsets.UTF_8);
        byte[] second = right.getBytes(StandardCharsets.UTF_8);
        return first.length != second.length
                ? Integer.compare(first.length, second.length)
                : Arrays.compareUnsigned(first, second);
    };

    private Json() {}

    /** An object without members. */
    public static Map<String, Object> newObject() {
        return new TreeMap<>(NAMES);
    }

    @SuppressWarnings("unchecked") // the reader makes no other maps
    public static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked") // the reader makes no other lists
    public static List<Object> array(Object value) {
        return (List<Object>) value;
    }

    /** As JSON_TYPE names it. */
    public static String typeName(Object value) {
        if (value == NULL) {
            return "NULL";
        }
        if (value instanceof Map) {
            return "OBJECT";
        }
        if (value instanceof List) {
            return "ARRAY";
        }
        if (value instanceof Boolean) {
            return "BOOLEAN";
        }
        if (value instanceof Long) {
            return "INTEGER";
        }
        if (value instanceof BigInteger) {
            return "UNSIGNED INTEGER";
        }
        if (value instanceof BigDecimal) {
            return "DECIMAL";
        }
        return value instanceof Double ? "DOUBLE" : "STRING";
    }

    /** Members of an object, elements of an array, 1 for a scalar. */
    public static int length(Object value) {
        return value instanceof Map<?, ?> map ? map.size() : value instanceof List<?> list ? list.size() : 1;
    }

    public static int depth(Object value) {
        int deepest = 0;
        if (value instanceof Map<?, ?> map) {
            for (Object each : map.values()) {
                deepest = Math.max(deepest, depth(each));
            }
        } else if (value instanceof List<?> list) {
            for (Object each : list) {
                deepest = Math.max(deepest, depth(each));
            }
        }
        return deepest + 1;
    }

    /** Whether two values are equal: numbers by their value, containers by what they hold. */
    public static boolean isEqual(Object left, Object right) {
        if (left instanceof Number first && right instanceof Number second) {
            return decimal(first).compareTo(decimal(second)) == 0;
        }
        if (left instanceof List<?> first && right instanceof List<?> second) {
            boolean same = first.size() == second.size();
            for (int i = 0; same && i < first.size(); i++) {
                same = isEqual(first.get(i), second.get(i));
            }
            return same;
        }
        if (left instanceof Map<?, ?> first && right instanceof Map<?, ?> second) {
            return first.size() == second.size()
                    && first.entrySet().stream()
                            .allMatch(each -> second.containsKey(each.getKey())
                                    && isEqual(
                                            Objects.requireNonNull(each.getValue()),
                                            Objects.requireNonNull(second.get(each.getKey()))));
        }
        return left.equals(right);
    }

    private static BigDecimal decimal(Number number) {
        return number instanceof BigDecimal decimal
                ? decimal
                : number instanceof BigInteger integer
                        ? new BigDecimal(integer)
                        : number instanceof Long whole
                                ? BigDecimal.valueOf(whole)
                                : new BigDecimal(Double.toString(number.doubleValue()));
    }

    /** Whether a document holds a candidate, as JSON_CONTAINS asks. */
    public static boolean contains(Object target, Object candidate) {
        if (target instanceof List<?> list) {
            return candidate instanceof List<?> wanted
                    ? wanted.stream().allMatch(each -> containsElement(list, Objects.requireNonNull(each)))
                    : containsElement(list, candidate);
        }
        if (target instanceof Map<?, ?> map && candidate instanceof Map<?, ?> wanted) {
            return wanted.entrySet().stream()
                    .allMatch(each -> map.containsKey(each.getKey())
                            && contains(
                                    Objects.requireNonNull(map.get(each.getKey())),
                                    Objects.requireNonNull(each.getValue())));
        }
        return isEqual(target, candidate);
    }

    private static boolean containsElement(List<?> list, Object candidate) {
        return list.stream().anyMatch(each -> contains(Objects.requireNonNull(each), candidate));
    }
}
