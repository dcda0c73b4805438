package io.millrace.thrift.peers;

import io.millrace.thrift.BooleanList;
import io.millrace.thrift.ByteList;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.DoubleList;
import io.millrace.thrift.IntList;
import io.millrace.thrift.IntLongMap;
import io.millrace.thrift.LongList;
import io.millrace.thrift.ShortList;
import io.millrace.thrift.ThriftStruct;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Objects of the generated classes, made by the setters that users call; each field may be missing that may be. */
final class RandomObjects {

    private static final int NESTING_MAX = 4;
    private static final int SIZE_MAX = 20;

    private final Random random;

    RandomObjects(Random random) {
        this.random = random;
    }

    /** Of any of the types, most of them of the one that has everything. */
    ThriftStruct any(boolean withUuids) {
        return switch (random.nextInt(withUuids ? 9 : 8)) {
            case 0 -> ano();
            case 1 -> choice();
            case 2, 3 -> tree(0);
            case 8 -> identified();
            default -> everything();
        };
    }

    Everything everything() {
        Everything value = new Everything()
                .mustI64(number())
                .mustString(text())
                .mustPart(ano())
                .aBool(random.nextBoolean())
                .anI8((byte) number())
                .anI16((short) number())
                .anI32((int) number())
                .anI64(number())
                .aDouble(real())
                .negative((short) number());
        addScalars(value);
        addLists(value);
        addMaps(value);
        return value;
    }

    private void addScalars(Everything value) {
        maybe(() -> value.aString(text()));
        maybe(() -> value.aBinary(bytes()));
        maybe(() -> value.color(color()));
        maybe(() -> value.part(ano()));
        maybe(() -> value.choice(choice()));
        maybe(() -> value.maybeBool(random.nextBoolean()));
        maybe(() -> value.maybeI32((int) number()));
        maybe(() -> value.late((int) number()));
    }

    private void addLists(Everything value) {
        maybe(() -> value.bools(bools()));
        maybe(() -> value.bytes(ByteList.wrap(bytes().toByteArray())));
        maybe(() -> value.shorts(shorts()));
        maybe(() -> value.ints(ints()));
        maybe(() -> value.longs(longs()));
        maybe(() -> value.doubles(doubles()));
        maybe(() -> value.colors(list(this::color)));
        maybe(() -> value.binaries(list(this::bytes)));
        maybe(() -> value.matrix(list(this::ints)));
        maybe(() -> value.parts(list(this::ano)));
        maybe(() -> value.intSet(set(() -> (int) number())));
        maybe(() -> value.stringSet(set(this::text)));
        maybe(() -> value.structSet(set(this::ano)));
    }

    private void addMaps(Everything value) {
        maybe(() -> value.boolByName(map(this::text, random::nextBoolean)));
        maybe(() -> value.partByNumber(map(this::number, this::ano)));
        maybe(() -> value.listByName(map(this::text, () -> list(this::text))));
        maybe(() -> value.mapByColor(map(this::color, () -> map(() -> (short) number(), this::real))));
        maybe(() -> value.textByBinary(map(this::bytes, this::text)));
        maybe(() -> value.longByInt(longByInt()));
        maybe(() -> value.setByPart(map(this::ano, () -> set(this::number))));
    }

    Identified identified() {
        return new Identified().id(uuid()).others(list(this::uuid)).names(map(this::uuid, this::text));
    }

    private Ano ano() {
        Ano value = new Ano().number(number());
        maybe(() -> value.text(text()));
        return value;
    }

    private Choice choice() {
        return switch (random.nextInt(5)) {
            case 0 -> new Choice().number(number());
            case 1 -> new Choice().text(text());
            case 2 -> new Choice().part(ano());
            case 3 -> new Choice().numbers(ints());
            default -> new Choice().names(list(this::text));
        };
    }

    private Tree tree(int nesting) {
        Tree value = new Tree();
        maybe(() -> value.name(text()));
        if (nesting < NESTING_MAX) {
            maybe(() -> value.left(tree(nesting + 1)));
            maybe(() -> value.right(tree(nesting + 1)));
        }
        if (nesting < 2) {
            maybe(() -> value.children(List.of(tree(nesting + 2), tree(nesting + 3))));
            maybe(() -> value.byName(Map.of(text(), tree(nesting + 2))));
        }
        return value;
    }

    private void maybe(Runnable set) {
        if (random.nextInt(3) > 0) {
            set.run();
        }
    }

    private Color color() {
        return Color.of(random.nextBoolean() ? 1 + random.nextInt(2) : random.nextInt());
    }

    /** Of any number of digits, so that varints of every length come. */
    private long number() {
        return random.nextLong() >> random.nextInt(64);
    }

    /** Of any size, and what is no number; but no negative zero, whose sign Node's library loses when it writes. */
    private double real() {
        return switch (random.nextInt(16)) {
            case 0 -> Double.NaN;
            case 1 -> Double.NEGATIVE_INFINITY;
            case 2 -> 0;
            case 3 -> random.nextInt(1000);
            default -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
        };
    }

    /** Of version 3, since Node's library takes no others than the standard's versions. */
    private UUID uuid() {
        return UUID.nameUUIDFromBytes(text().getBytes(StandardCharsets.UTF_8));
    }

    private Bytes bytes() {
        byte[] bytes = new byte[size()];
        random.nextBytes(bytes);
        return Bytes.wrap(bytes);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = size(); left > 0; left--) {
            text.appendCodePoint(point());
        }
        return text.toString();
    }

    private int point() {
        return switch (random.nextInt(16)) {
            case 0 -> 0x80 + random.nextInt(0x700);
            case 1 -> 0x4E00 + random.nextInt(0x5000);
            case 2 -> 0x1F300 + random.nextInt(0x100);
            default -> random.nextInt(0x80);
        };
    }

    private int size() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(SIZE_MAX);
    }

    private <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int left = size() / 2; left > 0; left--) {
            list.add(element.get());
        }
        return list;
    }

    private <T> Set<T> set(Supplier<T> element) {
        return new LinkedHashSet<>(list(element));
    }

    private <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
        Map<K, V> map = new LinkedHashMap<>();
        for (int left = size() / 2; left > 0; left--) {
            map.put(key.get(), value.get());
        }
        return map;
    }

    private BooleanList bools() {
        BooleanList list = new BooleanList();
        for (int left = size(); left > 0; left--) {
            list.add(random.nextBoolean());
        }
        return list;
    }

    private ShortList shorts() {
        ShortList list = new ShortList();
        for (int left = size(); left > 0; left--) {
            list.add((short) number());
        }
        return list;
    }

    private IntList ints() {
        IntList list = new IntList();
        for (int left = size(); left > 0; left--) {
            list.add((int) number());
        }
        return list;
    }

    private LongList longs() {
        LongList list = new LongList();
        for (int left = size(); left > 0; left--) {
            list.add(number());
        }
        return list;
    }

    private DoubleList doubles() {
        DoubleList list = new DoubleList();
        for (int left = size(); left > 0; left--) {
            list.add(real());
        }
        return list;
    }

    private IntLongMap longByInt() {
        IntLongMap map = new IntLongMap();
        for (int left = size(); left > 0; left--) {
            map.put((int) number(), number());
        }
        return map;
    }
}
