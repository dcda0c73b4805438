package io.millrace.benchmark.codec.libthrift;

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
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The same messages as Apache's structs and back. Maps keep their order, so that the bytes can be compared with ours. */
public final class ApacheMessages {
    private ApacheMessages() {}

    public static ApacheSmall small(Small from) {
        ApacheSmall to = new ApacheSmall();
        to.setId(from.id());
        to.setCreated(from.created());
        to.setOwner(from.owner());
        to.setKind(from.kind());
        to.setSize(from.size());
        to.name = from.name();
        to.setActive(from.active());
        to.setScore(from.score());
        return to;
    }

    public static Small small(ApacheSmall from) {
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

    public static ApacheMixed mixed(Mixed from) {
        ApacheMixed to = new ApacheMixed();
        to.setId(from.id());
        to.setVersion(from.version());
        to.setLive(from.live());
        to.setRatio(from.ratio());
        to.name = from.name();
        to.blob = ByteBuffer.wrap(there(from.blob()).toByteArray());
        to.times = new ArrayList<>(there(from.times()).asList());
        to.codes = new ArrayList<>(there(from.codes()).asList());
        to.words = new ArrayList<>(there(from.words()));
        to.labels = new LinkedHashMap<>(there(from.labels()));
        to.items = there(from.items()).stream().map(ApacheMessages::item).toList();
        to.counts = there(from.counts()).toMap();
        return to;
    }

    public static Mixed mixed(ApacheMixed from) {
        IntLongMap counts = new IntLongMap();
        there(from.counts).forEach(counts::put);
        return new Mixed()
                .id(from.id)
                .version(from.version)
                .live(from.live)
                .ratio(from.ratio)
                .name(from.name)
                .blob(bytes(from.blob))
                .times(longs(from.times))
                .codes(ints(from.codes))
                .words(new ArrayList<>(there(from.words)))
                .labels(new LinkedHashMap<>(there(from.labels)))
                .items(there(from.items).stream().map(ApacheMessages::item).toList())
                .counts(counts);
    }

    private static ApacheItem item(Item from) {
        ApacheItem to = new ApacheItem();
        to.setId(from.id());
        to.name = from.name();
        to.setCount(from.count());
        to.setPrice(from.price());
        to.note = from.note();
        return to;
    }

    private static Item item(ApacheItem from) {
        return new Item()
                .id(from.id)
                .name(from.name)
                .count(from.count)
                .price(from.price)
                .note(from.note);
    }

    /** What an application does that has the numbers in an array. */
    public static ApacheMyTest myTest(long number, long anoId, String anoName, long[] numbers) {
        ApacheAno ano = new ApacheAno();
        ano.setId(anoId);
        ano.name = anoName;
        ApacheMyTest to = new ApacheMyTest();
        to.setNumber(number);
        to.ano = ano;
        List<Long> boxed = new ArrayList<>(numbers.length);
        for (long each : numbers) {
            boxed.add(each);
        }
        to.numbers = boxed;
        return to;
    }

    public static ApacheMyTest myTest(MyTest from) {
        Ano ano = there(from.ano());
        return myTest(
                from.number(),
                ano.id(),
                there(ano.name()),
                there(from.numbers()).toArray());
    }

    public static MyTest myTest(ApacheMyTest from) {
        ApacheAno ano = there(from.ano);
        return new MyTest()
                .number(from.number)
                .ano(new Ano().id(ano.id).name(ano.name))
                .numbers(longs(from.numbers));
    }

    public static ApacheCodes codes(Codes from) {
        ApacheCodes to = new ApacheCodes();
        to.setId(from.id());
        to.codes = new ArrayList<>(there(from.codes()).asList());
        return to;
    }

    public static Codes codes(ApacheCodes from) {
        return new Codes().id(from.id).codes(ints(from.codes));
    }

    public static ApacheBlob blob(Blob from) {
        ApacheBlob to = new ApacheBlob();
        to.setId(from.id());
        to.body = ByteBuffer.wrap(there(from.body()).toByteArray());
        return to;
    }

    public static Blob blob(ApacheBlob from) {
        return new Blob().id(from.id).body(bytes(from.body));
    }

    public static ApacheLarge large(Large from) {
        ApacheLarge to = new ApacheLarge();
        to.setId(from.id());
        to.parts = there(from.parts()).stream().map(ApacheMessages::mixed).toList();
        return to;
    }

    public static Large large(ApacheLarge from) {
        return new Large()
                .id(from.id)
                .parts(there(from.parts).stream().map(ApacheMessages::mixed).toList());
    }

    /** Reads some fields of each, so that what a library decodes late is decoded too. */
    public static long touch(ApacheMyTest from) {
        long sum = from.number + there(there(from.ano).name).length();
        for (long each : there(from.numbers)) {
            sum += each;
        }
        return sum;
    }

    /** Version, name and codes. */
    public static long touchThree(ApacheMixed from) {
        List<Integer> codes = there(from.codes);
        return (long) from.version + there(from.name).length() + codes.get(codes.size() - 1);
    }

    /** Id, name and score. */
    public static long touchThree(ApacheSmall from) {
        return from.id + there(from.name).length() + (long) from.score;
    }

    /** Another name and another blob; returns what it read. */
    public static long patch(ApacheMixed of, String name, byte[] blob) {
        of.name = name;
        of.blob = ByteBuffer.wrap(blob);
        return of.id;
    }

    private static Bytes bytes(@Nullable ByteBuffer from) {
        ByteBuffer view = there(from).duplicate();
        byte[] copy = new byte[view.remaining()];
        view.get(copy);
        return Bytes.wrap(copy);
    }

    private static LongList longs(@Nullable List<Long> from) {
        return LongList.wrap(there(from).stream().mapToLong(Long::longValue).toArray());
    }

    private static IntList ints(@Nullable List<Integer> from) {
        return IntList.wrap(there(from).stream().mapToInt(Integer::intValue).toArray());
    }

    private static <V> V there(@Nullable V value) {
        return Objects.requireNonNull(value);
    }
}
