package io.millrace.launcher.parcel;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.LongList;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.WireType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A parcel under way, through our codec. */
record Parcel(
        long id, String sender, boolean fragile, LongList stations, Map<String, String> labels, @Nullable String note)
        implements ThriftStruct {

    static final StructType<Parcel> TYPE = new Type();

    private static final int MEMORY = 64;
    private static final int ID = WireType.I64 << 24 | 1 << 8;
    private static final int SENDER = WireType.STRING << 24 | 2 << 8;
    private static final int FRAGILE = WireType.BOOL << 24 | 3 << 8;
    private static final int STATIONS = WireType.LIST << 24 | 4 << 8;
    private static final int LABELS = WireType.MAP << 24 | 5 << 8;
    private static final int NOTE = WireType.STRING << 24 | 6 << 8;

    @Override
    public long binaryLength(EncodedLengths lengths) {
        long length = 11 + 3 + lengths.string(sender) + 4 + 3 + 5 + 8L * stations.size() + 3 + 6 + 1;
        for (Map.Entry<String, String> label : labels.entrySet()) {
            length += lengths.string(label.getKey()) + lengths.string(label.getValue());
        }
        return note == null ? length : length + 3 + lengths.string(note);
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = out.i64(at, ID, id);
        to = out.string(to, SENDER, sender);
        to = out.bool(to, FRAGILE, fragile);
        to = out.longs(out.header(to, STATIONS), stations);
        to = out.map(out.header(to, LABELS), WireType.STRING, WireType.STRING, labels.size());
        for (Map.Entry<String, String> label : labels.entrySet()) {
            to = out.string(to, label.getKey());
            to = out.string(to, label.getValue());
        }
        return out.end(note == null ? to : out.string(to, NOTE, note), null);
    }

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        out.i64(1, id);
        out.field(2, WireType.STRING);
        out.string(sender);
        out.bool(3, fragile);
        out.field(4, WireType.LIST);
        out.longs(stations);
        out.field(5, WireType.MAP);
        out.map(WireType.STRING, WireType.STRING, labels.size());
        for (Map.Entry<String, String> label : labels.entrySet()) {
            out.string(label.getKey());
            out.string(label.getValue());
        }
        if (note != null) {
            out.field(6, WireType.STRING);
            out.string(note);
        }
        out.exit(null);
    }

    /** What has been read so far. */
    private static final class Draft {
        private long id;
        private String sender = "";
        private boolean fragile;
        private LongList stations = new LongList();
        private Map<String, String> labels = Map.of();
        private @Nullable String note;

        Parcel parcel() {
            return new Parcel(id, sender, fragile, stations, labels, note);
        }
    }

    private static final class Type implements StructType<Parcel> {
        @Override
        public String name() {
            return "Parcel";
        }

        @Override
        public Parcel readBinary(BinaryInput in, int at) {
            in.enter(at, MEMORY);
            Draft draft = new Draft();
            int to = at;
            for (int field = in.field(to); field != 0; field = in.field(to)) {
                switch (field) {
                    case ID >>> 8 -> {
                        draft.id = in.i64(in.need(to, 11) + 3);
                        in.leave(to + 11);
                    }
                    case SENDER >>> 8 -> draft.sender = in.string(to + 3);
                    case FRAGILE >>> 8 -> {
                        draft.fragile = in.bool(in.need(to, 4) + 3);
                        in.leave(to + 4);
                    }
                    case STATIONS >>> 8 -> draft.stations = in.longs(to + 3);
                    case LABELS >>> 8 -> draft.labels = labels(in, to + 3);
                    case NOTE >>> 8 -> draft.note = in.string(to + 3);
                    default -> in.leave(in.skipField(to));
                }
                to = in.position();
            }
            in.exit(to);
            return draft.parcel();
        }

        private static Map<String, String> labels(BinaryInput in, int at) {
            int count = in.map(at, WireType.STRING, WireType.STRING);
            Map<String, String> labels = new LinkedHashMap<>(BinaryInput.tableSize(count));
            int to = at + 6;
            for (int i = 0; i < count; i++) {
                String key = in.string(to);
                String value = in.string(in.position());
                labels.put(key, value);
                to = in.position();
            }
            in.leave(to);
            return labels;
        }

        @Override
        public Parcel readCompact(CompactInput in) {
            in.enter(MEMORY);
            Draft draft = new Draft();
            for (int field = in.field(); field != 0; field = in.field()) {
                switch (field) {
                    case ID >>> 8 -> draft.id = in.i64();
                    case SENDER >>> 8 -> draft.sender = in.string();
                    case FRAGILE >>> 8 -> draft.fragile = in.bool();
                    case STATIONS >>> 8 -> draft.stations = in.longs();
                    case LABELS >>> 8 -> draft.labels = labels(in);
                    case NOTE >>> 8 -> draft.note = in.string();
                    default -> in.skipField(field);
                }
            }
            in.exit();
            return draft.parcel();
        }

        private static Map<String, String> labels(CompactInput in) {
            int count = in.map(WireType.STRING, WireType.STRING);
            Map<String, String> labels = new LinkedHashMap<>(BinaryInput.tableSize(count));
            for (int i = 0; i < count; i++) {
                String key = in.string();
                labels.put(key, in.string());
            }
            return labels;
        }
    }
}
