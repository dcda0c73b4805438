package io.millrace.benchmark.codec.protobuf;

import com.google.protobuf.ByteString;
import io.millrace.benchmark.codec.message.Ano;
import io.millrace.benchmark.codec.message.Blob;
import io.millrace.benchmark.codec.message.Codes;
import io.millrace.benchmark.codec.message.Item;
import io.millrace.benchmark.codec.message.Large;
import io.millrace.benchmark.codec.message.Mixed;
import io.millrace.benchmark.codec.message.MyTest;
import io.millrace.benchmark.codec.message.Small;
import io.millrace.benchmark.codec.protobuf.message.ProtoAno;
import io.millrace.benchmark.codec.protobuf.message.ProtoBlob;
import io.millrace.benchmark.codec.protobuf.message.ProtoCodes;
import io.millrace.benchmark.codec.protobuf.message.ProtoItem;
import io.millrace.benchmark.codec.protobuf.message.ProtoLarge;
import io.millrace.benchmark.codec.protobuf.message.ProtoMixed;
import io.millrace.benchmark.codec.protobuf.message.ProtoMyTest;
import io.millrace.benchmark.codec.protobuf.message.ProtoSmall;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.IntList;
import io.millrace.thrift.IntLongMap;
import io.millrace.thrift.LongList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The same messages as those of Protocol Buffers and back. */
public final class ProtoMessages {
    private ProtoMessages() {}

    public static ProtoSmall small(Small from) {
        return ProtoSmall.newBuilder()
                .setId(from.id())
                .setCreated(from.created())
                .setOwner(from.owner())
                .setKind(from.kind())
                .setSize(from.size())
                .setName(there(from.name()))
                .setActive(from.active())
                .setScore(from.score())
                .build();
    }

    public static Small small(ProtoSmall from) {
        return new Small()
                .id(from.getId())
                .created(from.getCreated())
                .owner(from.getOwner())
                .kind(from.getKind())
                .size(from.getSize())
                .name(from.getName())
                .active(from.getActive())
                .score(from.getScore());
    }

    public static ProtoMixed mixed(Mixed from) {
        ProtoMixed.Builder to = ProtoMixed.newBuilder()
                .setId(from.id())
                .setVersion(from.version())
                .setLive(from.live())
                .setRatio(from.ratio())
                .setName(there(from.name()))
                .setBlob(ByteString.copyFrom(there(from.blob()).toByteArray()))
                .addAllTimes(there(from.times()).asList())
                .addAllCodes(there(from.codes()).asList())
                .addAllWords(there(from.words()))
                .putAllLabels(there(from.labels()))
                .putAllCounts(there(from.counts()).toMap());
        there(from.items()).forEach(item -> to.addItems(item(item)));
        return to.build();
    }

    public static Mixed mixed(ProtoMixed from) {
        IntLongMap counts = new IntLongMap();
        from.getCountsMap().forEach(counts::put);
        return new Mixed()
                .id(from.getId())
                .version(from.getVersion())
                .live(from.getLive())
                .ratio(from.getRatio())
                .name(from.getName())
                .blob(Bytes.wrap(from.getBlob().toByteArray()))
                .times(longs(from.getTimesList()))
                .codes(ints(from.getCodesList()))
                .words(new ArrayList<>(from.getWordsList()))
                .labels(new LinkedHashMap<>(from.getLabelsMap()))
                .items(from.getItemsList().stream().map(ProtoMessages::item).toList())
                .counts(counts);
    }

    private static ProtoItem item(Item from) {
        ProtoItem.Builder to = ProtoItem.newBuilder()
                .setId(from.id())
                .setName(there(from.name()))
                .setCount(from.count())
                .setPrice(from.price());
        String note = from.note();
        return (note == null ? to : to.setNote(note)).build();
    }

    private static Item item(ProtoItem from) {
        return new Item()
                .id(from.getId())
                .name(from.getName())
                .count(from.getCount())
                .price(from.getPrice())
                .note(from.hasNote() ? from.getNote() : null);
    }

    /** What an application does that has the numbers in an array. */
    public static ProtoMyTest myTest(long number, long anoId, String anoName, long[] numbers) {
        ProtoMyTest.Builder to = ProtoMyTest.newBuilder()
                .setNumber(number)
                .setAno(ProtoAno.newBuilder().setId(anoId).setName(anoName));
        for (long each : numbers) {
            to.addNumbers(each);
        }
        return to.build();
    }

    public static ProtoMyTest myTest(MyTest from) {
        Ano ano = there(from.ano());
        return myTest(
                from.number(),
                ano.id(),
                there(ano.name()),
                there(from.numbers()).toArray());
    }

    public static MyTest myTest(ProtoMyTest from) {
        return new MyTest()
                .number(from.getNumber())
                .ano(new Ano().id(from.getAno().getId()).name(from.getAno().getName()))
                .numbers(longs(from.getNumbersList()));
    }

    public static ProtoCodes codes(Codes from) {
        return ProtoCodes.newBuilder()
                .setId(from.id())
                .addAllCodes(there(from.codes()).asList())
                .build();
    }

    public static Codes codes(ProtoCodes from) {
        return new Codes().id(from.getId()).codes(ints(from.getCodesList()));
    }

    public static ProtoBlob blob(Blob from) {
        return ProtoBlob.newBuilder()
                .setId(from.id())
                .setBody(ByteString.copyFrom(there(from.body()).toByteArray()))
                .build();
    }

    public static Blob blob(ProtoBlob from) {
        return new Blob().id(from.getId()).body(Bytes.wrap(from.getBody().toByteArray()));
    }

    public static ProtoLarge large(Large from) {
        ProtoLarge.Builder to = ProtoLarge.newBuilder().setId(from.id());
        there(from.parts()).forEach(part -> to.addParts(mixed(part)));
        return to.build();
    }

    public static Large large(ProtoLarge from) {
        return new Large()
                .id(from.getId())
                .parts(from.getPartsList().stream().map(ProtoMessages::mixed).toList());
    }

    /** Reads some fields of each, so that what the library decodes late is decoded too. */
    public static long touch(ProtoMyTest from) {
        long sum = from.getNumber() + from.getAno().getName().length();
        for (int i = 0; i < from.getNumbersCount(); i++) {
            sum += from.getNumbers(i);
        }
        return sum;
    }

    /** Version, name and codes. */
    public static long touchThree(ProtoMixed from) {
        return (long) from.getVersion() + from.getName().length() + from.getCodes(from.getCodesCount() - 1);
    }

    /** Id, name and score. */
    public static long touchThree(ProtoSmall from) {
        return from.getId() + from.getName().length() + (long) from.getScore();
    }

    /** The same with another name and another blob. */
    public static ProtoMixed patched(ProtoMixed of, String name, byte[] blob) {
        return of.toBuilder().setName(name).setBlob(ByteString.copyFrom(blob)).build();
    }

    private static LongList longs(List<Long> from) {
        return LongList.wrap(from.stream().mapToLong(Long::longValue).toArray());
    }

    private static IntList ints(List<Integer> from) {
        return IntList.wrap(from.stream().mapToInt(Integer::intValue).toArray());
    }

    private static <V> V there(@Nullable V value) {
        return Objects.requireNonNull(value);
    }
}
