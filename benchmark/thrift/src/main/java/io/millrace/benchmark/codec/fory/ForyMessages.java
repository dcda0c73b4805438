package io.millrace.benchmark.codec.fory;

import io.millrace.benchmark.codec.message.Ano;
import io.millrace.benchmark.codec.message.Blob;
import io.millrace.benchmark.codec.message.Codes;
import io.millrace.benchmark.codec.message.Item;
import io.millrace.benchmark.codec.message.Large;
import io.millrace.benchmark.codec.message.Mixed;
import io.millrace.benchmark.codec.message.MyTest;
import io.millrace.benchmark.codec.message.Small;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.IntList;
import io.millrace.thrift.IntLongMap;
import io.millrace.thrift.LongList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The same messages as Fory's classes and back. */
public final class ForyMessages {
    private ForyMessages() {}

    public static ForySmall small(Small from) {
        ForySmall to = new ForySmall();
        to.id = from.id();
        to.created = from.created();
        to.owner = from.owner();
        to.kind = from.kind();
        to.size = from.size();
        to.name = from.name();
        to.active = from.active();
        to.score = from.score();
        return to;
    }

    public static Small small(ForySmall from) {
        return new Small()
                .id(from.id)
                .created(from.created)
                .owner(from.owner)
                .kind(from.kind)
                .size(from.size)
                .name(from.name)
                .active(from.active)
                .score(from.score);
    }

    public static ForyMixed mixed(Mixed from) {
        ForyMixed to = new ForyMixed();
        to.id = from.id();
        to.version = from.version();
        to.live = from.live();
        to.ratio = from.ratio();
        to.name = from.name();
        to.blob = there(from.blob()).toByteArray();
        to.times = there(from.times()).toArray();
        to.codes = there(from.codes()).toArray();
        to.words = new ArrayList<>(there(from.words()));
        to.labels = new HashMap<>(there(from.labels()));
        List<ForyItem> items = new ArrayList<>();
        there(from.items()).forEach(item -> items.add(item(item)));
        to.items = items;
        to.counts = new HashMap<>(there(from.counts()).toMap());
        return to;
    }

    public static Mixed mixed(ForyMixed from) {
        IntLongMap counts = new IntLongMap();
        there(from.counts).forEach(counts::put);
        return new Mixed()
                .id(from.id)
                .version(from.version)
                .live(from.live)
                .ratio(from.ratio)
                .name(from.name)
                .blob(Bytes.copyOf(there(from.blob)))
                .times(LongList.of(there(from.times)))
                .codes(IntList.of(there(from.codes)))
                .words(there(from.words))
                .labels(there(from.labels))
                .items(there(from.items).stream().map(ForyMessages::item).toList())
                .counts(counts);
    }

    private static ForyItem item(Item from) {
        ForyItem to = new ForyItem();
        to.id = from.id();
        to.name = from.name();
        to.count = from.count();
        to.price = from.price();
        to.note = from.note();
        return to;
    }

    private static Item item(ForyItem from) {
        return new Item()
                .id(from.id)
                .name(from.name)
                .count(from.count)
                .price(from.price)
                .note(from.note);
    }

    /** What an application does that has the numbers in an array, and keeps it. */
    public static ForyMyTest myTest(long number, long anoId, String anoName, long[] numbers) {
        ForyAno ano = new ForyAno();
        ano.id = anoId;
        ano.name = anoName;
        ForyMyTest to = new ForyMyTest();
        to.number = number;
        to.ano = ano;
        to.numbers = numbers.clone();
        return to;
    }

    public static ForyMyTest myTest(MyTest from) {
        Ano ano = there(from.ano());
        return myTest(
                from.number(),
                ano.id(),
                there(ano.name()),
                there(from.numbers()).toArray());
    }

    public static MyTest myTest(ForyMyTest from) {
        ForyAno ano = there(from.ano);
        return new MyTest()
                .number(from.number)
                .ano(new Ano().id(ano.id).name(ano.name))
                .numbers(LongList.of(there(from.numbers)));
    }

    public static ForyCodes codes(Codes from) {
        ForyCodes to = new ForyCodes();
        to.id = from.id();
        to.codes = there(from.codes()).toArray();
        return to;
    }

    public static Codes codes(ForyCodes from) {
        return new Codes().id(from.id).codes(IntList.of(there(from.codes)));
    }

    public static ForyBlob blob(Blob from) {
        ForyBlob to = new ForyBlob();
        to.id = from.id();
        to.body = there(from.body()).toByteArray();
        return to;
    }

    public static Blob blob(ForyBlob from) {
        return new Blob().id(from.id).body(Bytes.copyOf(there(from.body)));
    }

    public static ForyLarge large(Large from) {
        ForyLarge to = new ForyLarge();
        to.id = from.id();
        List<ForyMixed> parts = new ArrayList<>();
        there(from.parts()).forEach(part -> parts.add(mixed(part)));
        to.parts = parts;
        return to;
    }

    public static Large large(ForyLarge from) {
        return new Large()
                .id(from.id)
                .parts(there(from.parts).stream().map(ForyMessages::mixed).toList());
    }

    /** Reads some fields of each, the long list whole. */
    public static long touch(ForyMyTest from) {
        long sum = from.number + there(there(from.ano).name).length();
        for (long each : there(from.numbers)) {
            sum += each;
        }
        return sum;
    }

    /** Version, name and codes. */
    public static long touchThree(ForyMixed from) {
        int[] codes = there(from.codes);
        return (long) from.version + there(from.name).length() + codes[codes.length - 1];
    }

    /** Id, name and score. */
    public static long touchThree(ForySmall from) {
        return from.id + there(from.name).length() + (long) from.score;
    }

    /** Another name and another blob; returns what it read. */
    public static long patch(ForyMixed of, String name, byte[] blob) {
        of.name = name;
        of.blob = blob;
        return of.id;
    }

    private static <V> V there(@Nullable V value) {
        return Objects.requireNonNull(value);
    }
}
