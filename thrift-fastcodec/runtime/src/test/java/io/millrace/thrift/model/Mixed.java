package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.IntList;
import io.millrace.thrift.IntLongMap;
import io.millrace.thrift.LongList;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.UnknownFields;
import io.millrace.thrift.WireType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** About 20 KB of everything that services send. */
public final class Mixed implements ThriftStruct {
    /** Reads it. */
    public static final StructType<Mixed> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 120;
    /** Of the fields that are always written and of one size, and STOP. */
    private static final int FIXED = 34;

    private static final int ID = WireType.I64 << 24 | 1 << 8;
    private static final int VERSION = WireType.I32 << 24 | 2 << 8;
    private static final int LIVE = WireType.BOOL << 24 | 3 << 8;
    private static final int RATIO = WireType.DOUBLE << 24 | 4 << 8;
    private static final int NAME = WireType.STRING << 24 | 5 << 8;
    private static final int BLOB = WireType.STRING << 24 | 6 << 8;
    private static final int TIMES = WireType.LIST << 24 | 7 << 8;
    private static final int CODES = WireType.LIST << 24 | 8 << 8;
    private static final int WORDS = WireType.LIST << 24 | 9 << 8;
    private static final int LABELS = WireType.MAP << 24 | 10 << 8;
    private static final int ITEMS = WireType.LIST << 24 | 11 << 8;
    private static final int COUNTS = WireType.MAP << 24 | 12 << 8;
    private long id;
    private int version;
    private boolean live;
    private double ratio;
    private @Nullable String name;
    private @Nullable Bytes blob;
    private @Nullable LongList times;
    private @Nullable IntList codes;
    private @Nullable List<String> words;
    private @Nullable Map<String, String> labels;
    private @Nullable List<Item> items;
    private @Nullable IntLongMap counts;
    private @Nullable UnknownFields unknown;

    public long id() {
        return id;
    }

    public Mixed id(long value) {
        id = value;
        return this;
    }

    public int version() {
        return version;
    }

    public Mixed version(int value) {
        version = value;
        return this;
    }

    public boolean live() {
        return live;
    }

    public Mixed live(boolean value) {
        live = value;
        return this;
    }

    public double ratio() {
        return ratio;
    }

    public Mixed ratio(double value) {
        ratio = value;
        return this;
    }

    public @Nullable String name() {
        return name;
    }

    public Mixed name(@Nullable String value) {
        name = value;
        return this;
    }

    public @Nullable Bytes blob() {
        return blob;
    }

    public Mixed blob(@Nullable Bytes value) {
        blob = value;
        return this;
    }

    public @Nullable LongList times() {
        return times;
    }

    public Mixed times(@Nullable LongList value) {
        times = value;
        return this;
    }

    public @Nullable IntList codes() {
        return codes;
    }

    public Mixed codes(@Nullable IntList value) {
        codes = value;
        return this;
    }

    public @Nullable List<String> words() {
        return words;
    }

    public Mixed words(@Nullable List<String> value) {
        words = value;
        return this;
    }

    public @Nullable Map<String, String> labels() {
        return labels;
    }

    public Mixed labels(@Nullable Map<String, String> value) {
        labels = value;
        return this;
    }

    public @Nullable List<Item> items() {
        return items;
    }

    public Mixed items(@Nullable List<Item> value) {
        items = value;
        return this;
    }

    public @Nullable IntLongMap counts() {
        return counts;
    }

    public Mixed counts(@Nullable IntLongMap value) {
        counts = value;
        return this;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        long length = EncodedLengths.unknown(unknown) + FIXED;
        if (name != null) {
            length += 3;
            length += lengths.string(name);
        }
        if (blob != null) {
            length += 3;
            length += lengths.binary(blob);
        }
        if (times != null) {
            length += 3;
            length += 5 + 8L * times.size();
        }
        if (codes != null) {
            length += 3;
            length += 5 + 4L * codes.size();
        }
        if (words != null) {
            length += 3 + wordsLength(words, lengths);
        }
        if (labels != null) {
            length += 3 + labelsLength(labels, lengths);
        }
        if (items != null) {
            length += 3 + itemsLength(items, lengths);
        }
        if (counts != null) {
            length += 3 + countsLength(counts, lengths);
        }
        return length;
    }

    static long wordsLength(List<String> words, EncodedLengths lengths) {
        long length = 0;
        length += 5 + lengths.strings(words);
        return length;
    }

    static long labelsLength(Map<String, String> labels, EncodedLengths lengths) {
        long length = 0;
        length += 6;
        for (Map.Entry<String, String> entry1 : labels.entrySet()) {
            length += lengths.string(entry1.getKey());
            length += lengths.string(entry1.getValue());
        }
        return length;
    }

    static long itemsLength(List<Item> items, EncodedLengths lengths) {
        long length = 0;
        length += 5;
        for (Item element1 : items) {
            length += element1.binaryLength(lengths);
        }
        return length;
    }

    static long countsLength(IntLongMap counts, EncodedLengths lengths) {
        long length = 0;
        length += 6 + 12L * counts.size();
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        to = out.i64(to, ID, id);
        to = out.i32(to, VERSION, version);
        to = out.bool(to, LIVE, live);
        to = out.f64(to, RATIO, ratio);
        if (name != null) {
            to = out.string(to, NAME, name);
        }
        if (blob != null) {
            to = out.binary(to, BLOB, blob);
        }
        if (times != null) {
            to = out.header(to, TIMES);
            to = out.longs(to, times);
        }
        if (codes != null) {
            to = out.header(to, CODES);
            to = out.ints(to, codes);
        }
        if (words != null) {
            to = writeWords(out, out.header(to, WORDS), words);
        }
        if (labels != null) {
            to = writeLabels(out, out.header(to, LABELS), labels);
        }
        if (items != null) {
            to = writeItems(out, out.header(to, ITEMS), items);
        }
        if (counts != null) {
            to = writeCounts(out, out.header(to, COUNTS), counts);
        }
        return out.end(to, unknown);
    }

    static int writeWords(BinaryOutput out, int at, List<String> words) {
        int to = at;
        to = out.list(to, WireType.STRING, words.size());
        for (String element1 : words) {
            to = out.string(to, element1);
        }
        return to;
    }

    static int writeLabels(BinaryOutput out, int at, Map<String, String> labels) {
        int to = at;
        to = out.map(to, WireType.STRING, WireType.STRING, labels.size());
        for (Map.Entry<String, String> entry1 : labels.entrySet()) {
            to = out.string(to, entry1.getKey());
            to = out.string(to, entry1.getValue());
        }
        return to;
    }

    static int writeItems(BinaryOutput out, int at, List<Item> items) {
        int to = at;
        to = out.list(to, WireType.STRUCT, items.size());
        for (Item element1 : items) {
            to = element1.writeBinary(out, to);
        }
        return to;
    }

    static int writeCounts(BinaryOutput out, int at, IntLongMap counts) {
        int to = at;
        to = out.map(to, WireType.I32, WireType.I64, counts.size());
        for (int i1 = 0; i1 < counts.size(); i1++) {
            to = out.i32(to, counts.keyAt(i1));
            to = out.i64(to, counts.valueAt(i1));
        }
        return to;
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static Mixed readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        Mixed value = new Mixed();
        int to = at;
        if (in.at(to, ID, 11)) {
            value.id = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, VERSION, 7)) {
            value.version = in.i32(to + 3);
            to += 7;
        }
        if (in.at(to, LIVE, 4)) {
            value.live = in.bool(to + 3);
            to += 4;
        }
        if (in.at(to, RATIO, 11)) {
            value.ratio = in.f64(to + 3);
            to += 11;
        }
        if (in.at(to, NAME, 7)) {
            value.name = in.string(to + 3);
            to = in.position();
        }
        if (in.at(to, BLOB, 7)) {
            value.blob = in.binary(to + 3);
            to = in.position();
        }
        if (in.at(to, TIMES, 8)) {
            value.times = in.longs(to + 3);
            to = in.position();
        }
        if (in.at(to, CODES, 8)) {
            value.codes = in.ints(to + 3);
            to = in.position();
        }
        if (in.at(to, WORDS, 8)) {
            value.words = readWords(in, to + 3);
            to = in.position();
        }
        if (in.at(to, LABELS, 9)) {
            value.labels = readLabels(in, to + 3);
            to = in.position();
        }
        if (in.at(to, ITEMS, 8)) {
            value.items = readItems(in, to + 3);
            to = in.position();
        }
        if (in.at(to, COUNTS, 9)) {
            value.counts = readCounts(in, to + 3);
            to = in.position();
        }
        if (!in.stop(to)) {
            to = value.readRest(in, to);
        }
        in.exit(to);
        return value;
    }

    private int readRest(BinaryInput in, int at) {
        int to = at;
        for (int field = in.field(to); field != 0; field = in.field(to)) {
            switch (field) {
                case ID >>> 8 -> {
                    in.need(to, 11);
                    id = in.i64(to + 3);
                    to += 11;
                }
                case VERSION >>> 8 -> {
                    in.need(to, 7);
                    version = in.i32(to + 3);
                    to += 7;
                }
                case LIVE >>> 8 -> {
                    in.need(to, 4);
                    live = in.bool(to + 3);
                    to += 4;
                }
                case RATIO >>> 8 -> {
                    in.need(to, 11);
                    ratio = in.f64(to + 3);
                    to += 11;
                }
                case NAME >>> 8 -> {
                    name = in.string(to + 3);
                    to = in.position();
                }
                case BLOB >>> 8 -> {
                    blob = in.binary(to + 3);
                    to = in.position();
                }
                case TIMES >>> 8 -> {
                    times = in.longs(to + 3);
                    to = in.position();
                }
                case CODES >>> 8 -> {
                    codes = in.ints(to + 3);
                    to = in.position();
                }
                case WORDS >>> 8 -> {
                    words = readWords(in, to + 3);
                    to = in.position();
                }
                case LABELS >>> 8 -> {
                    labels = readLabels(in, to + 3);
                    to = in.position();
                }
                case ITEMS >>> 8 -> {
                    items = readItems(in, to + 3);
                    to = in.position();
                }
                case COUNTS >>> 8 -> {
                    counts = readCounts(in, to + 3);
                    to = in.position();
                }
                default -> to = readOther(in, field, to);
            }
        }
        return to;
    }

    /** A field that the definition does not have is kept, one of another type than defined is not. */
    private int readOther(BinaryInput in, int field, int at) {
        switch (field & 0xFFFF) {
            case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 -> {
                return in.skipField(at);
            }
            default -> {
                unknown = in.keepField(at, unknown);
                return in.position();
            }
        }
    }

    static List<String> readWords(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.STRING);
        List<String> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            String item4 = in.string(to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static Map<String, String> readLabels(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.STRING, WireType.STRING);
        Map<String, String> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            String item4 = in.string(to);
            to = in.position();
            String item5 = in.string(to);
            to = in.position();
            item1.put(item4, item5);
        }
        in.leave(to);
        return item1;
    }

    static List<Item> readItems(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.STRUCT);
        List<Item> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            Item item4 = Item.readBinary(in, to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    static IntLongMap readCounts(BinaryInput in, int at) {
        int to = at;
        int count2 = in.map(to, WireType.I32, WireType.I64);
        IntLongMap item1 = new IntLongMap(count2);
        to += 6;
        for (int i3 = 0; i3 < count2; i3++) {
            item1.put(in.i32(to), in.i64(to + 4));
            to += 12;
        }
        in.leave(to);
        return item1;
    }

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        out.i64(1, id);
        out.i32(2, version);
        out.bool(3, live);
        out.f64(4, ratio);
        if (name != null) {
            out.field(5, WireType.STRING);
            out.string(name);
        }
        if (blob != null) {
            out.field(6, WireType.STRING);
            out.binary(blob);
        }
        if (times != null) {
            out.field(7, WireType.LIST);
            out.longs(times);
        }
        if (codes != null) {
            out.field(8, WireType.LIST);
            out.ints(codes);
        }
        if (words != null) {
            out.field(9, WireType.LIST);
            out.list(WireType.STRING, words.size());
            for (String element1 : words) {
                out.string(element1);
            }
        }
        if (labels != null) {
            out.field(10, WireType.MAP);
            out.map(WireType.STRING, WireType.STRING, labels.size());
            for (Map.Entry<String, String> entry2 : labels.entrySet()) {
                out.string(entry2.getKey());
                out.string(entry2.getValue());
            }
        }
        if (items != null) {
            out.field(11, WireType.LIST);
            out.list(WireType.STRUCT, items.size());
            for (Item element3 : items) {
                element3.writeCompact(out);
            }
        }
        if (counts != null) {
            out.field(12, WireType.MAP);
            out.map(WireType.I32, WireType.I64, counts.size());
            for (int i4 = 0; i4 < counts.size(); i4++) {
                out.i32(counts.keyAt(i4));
                out.i64(counts.valueAt(i4));
            }
        }
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static Mixed readCompact(CompactInput in) {
        in.enter(MEMORY);
        Mixed value = new Mixed();
        for (int field = in.field(); field != 0; field = in.field()) {
            value.readField(in, field);
        }
        in.exit();
        return value;
    }

    private void readField(CompactInput in, int field) {
        switch (field) {
            case ID >>> 8 -> {
                long item1 = in.i64();
                id = item1;
            }
            case VERSION >>> 8 -> {
                int item1 = in.i32();
                version = item1;
            }
            case LIVE >>> 8 -> {
                boolean item1 = in.bool();
                live = item1;
            }
            case RATIO >>> 8 -> {
                double item1 = in.f64();
                ratio = item1;
            }
            case NAME >>> 8 -> {
                String item1 = in.string();
                name = item1;
            }
            case BLOB >>> 8 -> {
                Bytes item1 = in.binary();
                blob = item1;
            }
            case TIMES >>> 8 -> {
                LongList item1 = in.longs();
                times = item1;
            }
            case CODES >>> 8 -> {
                IntList item1 = in.ints();
                codes = item1;
            }
            case WORDS >>> 8 -> {
                int count2 = in.list(WireType.STRING);
                List<String> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    String item4 = in.string();
                    item1.add(item4);
                }
                words = item1;
            }
            case LABELS >>> 8 -> {
                int count2 = in.map(WireType.STRING, WireType.STRING);
                Map<String, String> item1 = new LinkedHashMap<>(BinaryInput.tableSize(count2));
                for (int i3 = 0; i3 < count2; i3++) {
                    String item4 = in.string();
                    String item5 = in.string();
                    item1.put(item4, item5);
                }
                labels = item1;
            }
            case ITEMS >>> 8 -> {
                int count2 = in.list(WireType.STRUCT);
                List<Item> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    Item item4 = Item.readCompact(in);
                    item1.add(item4);
                }
                items = item1;
            }
            case COUNTS >>> 8 -> {
                int count2 = in.map(WireType.I32, WireType.I64);
                IntLongMap item1 = new IntLongMap(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    int item4 = in.i32();
                    long item5 = in.i64();
                    item1.put(item4, item5);
                }
                counts = item1;
            }
            default -> readOther(in, field);
        }
    }

    private void readOther(CompactInput in, int field) {
        switch (field & 0xFFFF) {
            case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 -> in.skipField(field);
            default -> unknown = in.keepField(field, unknown);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Mixed that
                && id == that.id
                && version == that.version
                && live == that.live
                && Double.compare(ratio, that.ratio) == 0
                && Objects.equals(name, that.name)
                && Objects.equals(blob, that.blob)
                && Objects.equals(times, that.times)
                && Objects.equals(codes, that.codes)
                && Objects.equals(words, that.words)
                && Objects.equals(labels, that.labels)
                && Objects.equals(items, that.items)
                && Objects.equals(counts, that.counts)
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        hash = 31 * hash + Long.hashCode(id);
        hash = 31 * hash + Integer.hashCode(version);
        hash = 31 * hash + Boolean.hashCode(live);
        hash = 31 * hash + Double.hashCode(ratio);
        hash = 31 * hash + Objects.hashCode(name);
        hash = 31 * hash + Objects.hashCode(blob);
        hash = 31 * hash + Objects.hashCode(times);
        hash = 31 * hash + Objects.hashCode(codes);
        hash = 31 * hash + Objects.hashCode(words);
        hash = 31 * hash + Objects.hashCode(labels);
        hash = 31 * hash + Objects.hashCode(items);
        hash = 31 * hash + Objects.hashCode(counts);
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Mixed{");
        text.append("id=").append(id).append(", ");
        text.append("version=").append(version).append(", ");
        text.append("live=").append(live).append(", ");
        text.append("ratio=").append(ratio).append(", ");
        if (name != null) {
            text.append("name=").append(name).append(", ");
        }
        if (blob != null) {
            text.append("blob=").append(blob).append(", ");
        }
        if (times != null) {
            text.append("times=").append(times).append(", ");
        }
        if (codes != null) {
            text.append("codes=").append(codes).append(", ");
        }
        if (words != null) {
            text.append("words=").append(words).append(", ");
        }
        if (labels != null) {
            text.append("labels=").append(labels).append(", ");
        }
        if (items != null) {
            text.append("items=").append(items).append(", ");
        }
        if (counts != null) {
            text.append("counts=").append(counts).append(", ");
        }
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<Mixed> {
        @Override
        public String name() {
            return "Mixed";
        }

        @Override
        public Mixed readBinary(BinaryInput in, int at) {
            return Mixed.readBinary(in, at);
        }

        @Override
        public Mixed readCompact(CompactInput in) {
            return Mixed.readCompact(in);
        }
    }
}
