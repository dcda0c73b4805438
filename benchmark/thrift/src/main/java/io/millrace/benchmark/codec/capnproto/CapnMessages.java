package io.millrace.benchmark.codec.capnproto;

import io.millrace.benchmark.codec.message.Ano;
import io.millrace.benchmark.codec.message.Item;
import io.millrace.benchmark.codec.message.Mixed;
import io.millrace.benchmark.codec.message.MyTest;
import io.millrace.benchmark.codec.message.Small;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.IntList;
import io.millrace.thrift.IntLongMap;
import io.millrace.thrift.LongList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.capnproto.MessageBuilder;
import org.capnproto.MessageReader;
import org.capnproto.PrimitiveList;
import org.capnproto.StructList;
import org.capnproto.Text;
import org.capnproto.TextList;
import org.jspecify.annotations.Nullable;

/** The same messages, built where they will lie, and read back. */
final class CapnMessages {
    /** Room of a first segment for the whole message, so that none has to grow. */
    private static final int SMALL_WORDS = 32;

    private static final int MIXED_WORDS = 8 * 1024;
    private static final int MY_TEST_EXTRA_WORDS = 64;

    private CapnMessages() {}

    static MessageBuilder small(Small from) {
        MessageBuilder message = new MessageBuilder(SMALL_WORDS);
        CapnSmall.Builder to = message.initRoot(CapnSmall.FACTORY);
        to.setId(from.id());
        to.setCreated(from.created());
        to.setOwner(from.owner());
        to.setKind(from.kind());
        to.setSize(from.size());
        to.setName(there(from.name()));
        to.setActive(from.active());
        to.setScore(from.score());
        return message;
    }

    static Small small(MessageReader message) {
        CapnSmall.Reader from = message.getRoot(CapnSmall.FACTORY);
        return new Small()
                .id(from.getId())
                .created(from.getCreated())
                .owner(from.getOwner())
                .kind(from.getKind())
                .size(from.getSize())
                .name(from.getName().toString())
                .active(from.getActive())
                .score(from.getScore());
    }

    static MessageBuilder mixed(Mixed from) {
        MessageBuilder message = new MessageBuilder(MIXED_WORDS);
        CapnMixed.Builder to = message.initRoot(CapnMixed.FACTORY);
        to.setId(from.id());
        to.setVersion(from.version());
        to.setLive(from.live());
        to.setRatio(from.ratio());
        to.setName(there(from.name()));
        to.setBlob(there(from.blob()).toByteArray());
        fill(to, there(from.times()), there(from.codes()));
        List<String> words = there(from.words());
        TextList.Builder texts = to.initWords(words.size());
        for (int i = 0; i < words.size(); i++) {
            texts.set(i, new Text.Reader(words.get(i)));
        }
        labels(to, there(from.labels()));
        items(to, there(from.items()));
        counts(to, there(from.counts()));
        return message;
    }

    private static void fill(CapnMixed.Builder to, LongList times, IntList codes) {
        PrimitiveList.Long.Builder longs = to.initTimes(times.size());
        for (int i = 0; i < times.size(); i++) {
            longs.set(i, times.get(i));
        }
        PrimitiveList.Int.Builder ints = to.initCodes(codes.size());
        for (int i = 0; i < codes.size(); i++) {
            ints.set(i, codes.get(i));
        }
    }

    private static void labels(CapnMixed.Builder to, Map<String, String> labels) {
        StructList.Builder<CapnLabel.Builder> entries = to.initLabels(labels.size());
        int index = 0;
        for (Map.Entry<String, String> label : labels.entrySet()) {
            CapnLabel.Builder entry = entries.get(index++);
            entry.setKey(label.getKey());
            entry.setValue(label.getValue());
        }
    }

    private static void items(CapnMixed.Builder to, List<Item> items) {
        StructList.Builder<CapnItem.Builder> structs = to.initItems(items.size());
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            CapnItem.Builder struct = structs.get(i);
            struct.setId(item.id());
            struct.setName(there(item.name()));
            struct.setCount(item.count());
            struct.setPrice(item.price());
            String note = item.note();
            if (note != null) {
                struct.setNote(note);
            }
        }
    }

    private static void counts(CapnMixed.Builder to, IntLongMap counts) {
        StructList.Builder<CapnCount.Builder> entries = to.initCounts(counts.size());
        for (int i = 0; i < counts.size(); i++) {
            CapnCount.Builder entry = entries.get(i);
            entry.setKey(counts.keyAt(i));
            entry.setValue(counts.valueAt(i));
        }
    }

    static Mixed mixed(MessageReader message) {
        CapnMixed.Reader from = message.getRoot(CapnMixed.FACTORY);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < from.getWords().size(); i++) {
            words.add(from.getWords().get(i).toString());
        }
        Map<String, String> labels = new LinkedHashMap<>();
        for (CapnLabel.Reader label : from.getLabels()) {
            labels.put(label.getKey().toString(), label.getValue().toString());
        }
        List<Item> items = new ArrayList<>();
        for (CapnItem.Reader item : from.getItems()) {
            items.add(item(item));
        }
        IntLongMap counts = new IntLongMap();
        for (CapnCount.Reader count : from.getCounts()) {
            counts.put(count.getKey(), count.getValue());
        }
        return new Mixed()
                .id(from.getId())
                .version(from.getVersion())
                .live(from.getLive())
                .ratio(from.getRatio())
                .name(from.getName().toString())
                .blob(Bytes.wrap(from.getBlob().toArray()))
                .times(longs(from.getTimes()))
                .codes(ints(from.getCodes()))
                .words(words)
                .labels(labels)
                .items(items)
                .counts(counts);
    }

    private static Item item(CapnItem.Reader from) {
        return new Item()
                .id(from.getId())
                .name(from.getName().toString())
                .count(from.getCount())
                .price(from.getPrice())
                .note(from.hasNote() ? from.getNote().toString() : null);
    }

    /** What an application does that has the numbers in an array. */
    static MessageBuilder myTest(long number, long anoId, String anoName, long[] numbers) {
        MessageBuilder message = new MessageBuilder(numbers.length + MY_TEST_EXTRA_WORDS);
        CapnMyTest.Builder to = message.initRoot(CapnMyTest.FACTORY);
        to.setNumber(number);
        CapnAno.Builder ano = to.initAno();
        ano.setId(anoId);
        ano.setName(anoName);
        PrimitiveList.Long.Builder list = to.initNumbers(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            list.set(i, numbers[i]);
        }
        return message;
    }

    static MyTest myTest(MessageReader message) {
        CapnMyTest.Reader from = message.getRoot(CapnMyTest.FACTORY);
        return new MyTest()
                .number(from.getNumber())
                .ano(new Ano()
                        .id(from.getAno().getId())
                        .name(from.getAno().getName().toString()))
                .numbers(longs(from.getNumbers()));
    }

    private static LongList longs(PrimitiveList.Long.Reader from) {
        long[] values = new long[from.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = from.get(i);
        }
        return LongList.wrap(values);
    }

    private static IntList ints(PrimitiveList.Int.Reader from) {
        int[] values = new int[from.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = from.get(i);
        }
        return IntList.wrap(values);
    }

    private static <V> V there(@Nullable V value) {
        return Objects.requireNonNull(value);
    }
}
