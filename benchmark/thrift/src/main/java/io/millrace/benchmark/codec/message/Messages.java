package io.millrace.benchmark.codec.message;

import io.millrace.thrift.Bytes;
import io.millrace.thrift.IntList;
import io.millrace.thrift.IntLongMap;
import io.millrace.thrift.LongList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Messages with content from a seed: the same in every run and on every Java.
 *
 * <p>Strings are ASCII, as names and labels mostly are; numbers of lists have any size.
 */
public final class Messages {
    /** Of one rotation: enough that no arm can learn its message by heart, few enough that all stay in the cache where they are small. */
    private static final int SEVERAL_SMALL = 16;

    private static final int SEVERAL_MIXED = 4;
    private static final int SEVERAL_BIG = 2;

    private static final int NAME_LENGTH = 42;
    private static final int BLOB_BYTES = 2048;
    private static final int NUMBERS = 256;
    private static final int STRINGS = 64;
    private static final int ITEMS = 128;
    private static final int ONE_MIB = 1 << 20;
    private static final int BODY_BYTES = 64 * 1024;
    private static final int LARGE_PARTS = 320;

    private final SplittableRandom random;

    private Messages(long seed) {
        random = new SplittableRandom(seed);
    }

    public static List<Small> small() {
        return several(SEVERAL_SMALL, Messages::oneSmall);
    }

    public static List<Mixed> mixed() {
        return several(SEVERAL_MIXED, Messages::oneMixed);
    }

    public static List<MyTest> myTest() {
        return several(SEVERAL_BIG, Messages::oneMyTest);
    }

    public static List<Codes> codes() {
        return several(SEVERAL_BIG, Messages::oneCodes);
    }

    public static List<Blob> blobs() {
        return several(SEVERAL_MIXED, Messages::oneBlob);
    }

    public static List<Large> large() {
        return several(SEVERAL_BIG, Messages::oneLarge);
    }

    private static <M> List<M> several(int count, Function<Messages, M> kind) {
        List<M> messages = new ArrayList<>();
        for (int seed = 0; seed < count; seed++) {
            messages.add(kind.apply(new Messages(seed)));
        }
        return messages;
    }

    private Small oneSmall() {
        return new Small()
                .id(random.nextLong())
                .created(1_700_000_000_000L + random.nextInt())
                .owner(random.nextInt(1 << 20))
                .kind(random.nextInt(8))
                .size(random.nextInt())
                .name(letters(NAME_LENGTH, NAME_LENGTH))
                .active(random.nextBoolean())
                .score(random.nextDouble());
    }

    private Mixed oneMixed() {
        return new Mixed()
                .id(random.nextLong())
                .version(random.nextInt(100))
                .live(random.nextBoolean())
                .ratio(random.nextDouble())
                .name(letters(12, 32))
                .blob(Bytes.wrap(bytes(BLOB_BYTES)))
                .times(LongList.wrap(random.longs(NUMBERS).toArray()))
                .codes(IntList.wrap(random.ints(NUMBERS).toArray()))
                .words(words())
                .labels(labels())
                .items(items())
                .counts(counts());
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < STRINGS; i++) {
            words.add(letters(8, 24));
        }
        return words;
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        while (labels.size() < STRINGS) {
            labels.put(letters(8, 16), letters(8, 32));
        }
        return labels;
    }

    private List<Item> items() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            Item item = new Item()
                    .id(random.nextLong())
                    .name(letters(8, 32))
                    .count(random.nextInt(1000))
                    .price(random.nextDouble());
            items.add(i % 2 == 0 ? item : item.note(letters(12, 32)));
        }
        return items;
    }

    private IntLongMap counts() {
        IntLongMap counts = new IntLongMap();
        while (counts.size() < STRINGS) {
            counts.put(random.nextInt(), random.nextLong());
        }
        return counts;
    }

    private MyTest oneMyTest() {
        return new MyTest()
                .number(random.nextLong())
                .ano(new Ano().id(random.nextLong()).name(letters(16, 16)))
                .numbers(LongList.wrap(random.longs(ONE_MIB / Long.BYTES).toArray()));
    }

    private Codes oneCodes() {
        return new Codes()
                .id(random.nextLong())
                .codes(IntList.wrap(random.ints(ONE_MIB / Integer.BYTES).toArray()));
    }

    private Blob oneBlob() {
        return new Blob().id(random.nextLong()).body(Bytes.wrap(bytes(BODY_BYTES)));
    }

    private Large oneLarge() {
        List<Mixed> parts = new ArrayList<>();
        for (int i = 0; i < LARGE_PARTS; i++) {
            parts.add(oneMixed());
        }
        return new Large().id(random.nextLong()).parts(parts);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Text of {@code least} to {@code most} letters, both inclusive. */
    private String letters(int least, int most) {
        int length = random.nextInt(least, most + 1);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }
}
