package io.millrace.newsql.type;

import io.millrace.newsql.encoding.KeyEncoder;
import io.millrace.newsql.encoding.KeyOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How strings of a collation compare, and lie in keys: the one place that the engine asks. */
public final class TextOrder {

    private TextOrder() {}

    /** Whether there is a collation of this name. */
    public static boolean exists(String collation) {
        return switch (collation) {
            case "binary", "utf8mb4_bin", "utf8mb4_0900_bin", "utf8mb4_general_ci", "utf8mb4_unicode_ci", "utf8mb4_0900_ai_ci", "utf8mb4_0900_as_cs" -> true;
            default -> false;
        };
    }

    /** Of text, in the order of its collation. */
    public static int compare(String left, String right, String collation) {
        return left.equals(right) ? 0 : compareBytes(left, right);
    }

    private static int compareBytes(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether LIKE takes one character for another. */
    public static boolean sameCharacter(int left, int right, String collation) {
        return left == right;
    }

    public static boolean isCaseSensitive(String collation) {
        return !collation.endsWith("_ci");
    }

    /** What is equal for two strings exactly if they are equal in their collation: the key of groups. */
    public static Object groupKey(String text, String collation) {
        return text;
    }

    /** One column of a key. */
    public static void putKey(KeyEncoder key, String text, String collation, KeyOrder order) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        key.putBytes(bytes, 0, bytes.length, order);
    }
}
