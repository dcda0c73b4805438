package io.millrace.newsql.type;

import io.millrace.newsql.encoding.Collation;
import io.millrace.newsql.encoding.EncodingException;
import io.millrace.newsql.encoding.KeyEncoder;
import io.millrace.newsql.encoding.KeyOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How strings of a collation compare, and lie in keys: the one place that the engine asks. Collations go by their names. <b>Threads.</b> Safe. */
public final class TextOrder {

    private static final Map<String, Collation> KNOWN = new ConcurrentHashMap<>();

    private TextOrder() {}

    /** Whether there is a collation of this name. */
    public static boolean exists(String collation) {
        return Collation.find(collation).isPresent();
    }

    /** MySQL's number of a collation. */
    public static int idOf(String collation) {
        return of(collation).id();
    }

    private static Collation of(String name) {
        Collation known = KNOWN.get(name);
        if (known == null) {
            Optional<Collation> found = Collation.find(name);
            known = found.orElseThrow(() -> SqlErrors.of(1273, "HY000", "Unknown collation: '" + name + "'"));
            KNOWN.put(name, known);
        }
        return known;
    }

    /** Of text, in the order of its collation. */
    public static int compare(String left, String right, String collation) {
        return left.equals(right) ? 0 : of(collation).compare(utf8(left), utf8(right));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether LIKE takes one character for another. */
    public static boolean sameCharacter(int left, int right, String collation) {
        return left == right || of(collation).isSameCharacter(left, right);
    }

    /** Whether a character equals only itself. */
    public static boolean isBytewise(String collation) {
        return of(collation).isBytewise();
    }

    public static boolean isCaseSensitive(String collation) {
        return of(collation).isBytewise() || collation.endsWith("_cs");
    }

    /** What is equal for two strings exactly if they are equal in their collation: the key of groups. */
    public static Object groupKey(String text, String collation) {
        Collation order = of(collation);
        return order.isBytewise() && !order.padsSpaces() ? text : new GroupKey(utf8(text), order);
    }

    /** A string that equals those that its collation takes for it. */
    private record GroupKey(byte[] utf8, Collation order) {
        @Override
        public boolean equals(Object other) {
            return other instanceof GroupKey key && order == key.order && order.compare(utf8, key.utf8) == 0;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(order.hash(utf8, 0, utf8.length));
        }
    }

    /** One column of a key. */
    public static void putKey(KeyEncoder key, String text, String collation, KeyOrder order) {
        byte[] bytes = utf8(text);
        put(() -> key.putText(bytes, 0, bytes.length, of(collation), order));
    }

    /** An end of the range of keys whose next column is LIKE a text and whatever follows it. Nothing can be put behind it. */
    public static void putLike(KeyEncoder key, String text, String collation, KeyOrder order, boolean behind) {
        byte[] bytes = utf8(text);
        put(() -> {
            if (behind) {
                key.putTextBehind(bytes, 0, bytes.length, of(collation), order);
            } else {
                key.putTextBefore(bytes, 0, bytes.length, of(collation), order);
            }
        });
    }

    private static void put(Runnable text) {
        try {
            text.run();
        } catch (EncodingException e) {
            if (e.reason() == EncodingException.Reason.KEY_TOO_LONG) {
                throw e;
            }
            throw SqlErrors.of(1366, "HY000", "Incorrect string value: " + e.getMessage());
        }
    }
}
