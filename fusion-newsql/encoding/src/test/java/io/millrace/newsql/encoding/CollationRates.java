package io.millrace.newsql.encoding;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.ToLongFunction;

/**
 * Measures what comparing, hashing and making a key of a string cost: nanoseconds a string of about 20 characters, by collation and script. No
 * test: run it by hand on a quiet machine.
 */
final class CollationRates {

    private static final int STRINGS = 4096; // a power of two; some 200 KB: the second cache, not the first
    private static final int ROUNDS = 48;
    private static final int REPEATS = 10;
    private static final int LENGTH = 20;
    private static final long SEED = 20161105;

    private final Collation collation;
    private final byte[][] strings = new byte[STRINGS][];
    private final KeyEncoder encoder = new KeyEncoder(1024);

    private CollationRates(Collation collation, String alphabet) {
        this.collation = collation;
        int[] letters = alphabet.codePoints().toArray();
        Random random = new Random(SEED);
        for (int i = 0; i < STRINGS; i++) {
            StringBuilder text = new StringBuilder("customer-"); // neighbours in an index share their beginning
            while (text.length() < LENGTH) {
                text.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
            strings[i] = text.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    public static void main(String[] arguments) {
        System.out.printf("%-20s %-6s %10s %10s %10s%n", "collation", "script", "compare", "hash", "key");
        for (Collation collation : Collation.values()) {
            new CollationRates(collation, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ 0123456789").print("ASCII");
            new CollationRates(collation, "äöüéèêñçÄÖÜabcde").print("Latin");
            new CollationRates(collation, "一丁上下中国東京大阪한국어").print("Han");
        }
    }

    private void print(String script) {
        System.out.printf(
                "%-20s %-6s %7.1f ns %7.1f ns %7.1f ns%n",
                collation.sqlName(), script, nanos(this::compareAll), nanos(this::hashAll), nanos(this::encodeAll));
    }

    /** Of the fastest round: the others say what else the machine did. */
    private double nanos(ToLongFunction<byte[][]> all) {
        long fastest = Long.MAX_VALUE;
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                sum += all.applyAsLong(strings);
            }
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        if (sum == 42) {
            System.out.println("the sum is used");
        }
        return (double) fastest / REPEATS / STRINGS;
    }

    private long compareAll(byte[][] all) {
        long sum = 0;
        for (int i = 0; i < STRINGS; i++) {
            sum += collation.compare(all[i], all[(i * 7 + 1) & (STRINGS - 1)]);
        }
        return sum;
    }

    private long hashAll(byte[][] all) {
        long sum = 0;
        for (byte[] value : all) {
            sum += collation.hash(value, 0, value.length);
        }
        return sum;
    }

    private long encodeAll(byte[][] all) {
        long sum = 0;
        for (byte[] value : all) {
            sum += encoder.clear()
                    .putText(value, 0, value.length, collation, KeyOrder.ASCENDING)
                    .length();
        }
        return sum;
    }
}
