package io.millrace.launcher.parcel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.jspecify.annotations.Nullable;

/** A parcel under way, through Apache's library. */
final class ApacheParcel {

    private static final TStruct STRUCT = new TStruct("Parcel");
    private static final TField ID = new TField("id", TType.I64, (short) 1);
    private static final TField SENDER = new TField("sender", TType.STRING, (short) 2);
    private static final TField FRAGILE = new TField("fragile", TType.BOOL, (short) 3);
    private static final TField STATIONS = new TField("stations", TType.LIST, (short) 4);
    private static final TField LABELS = new TField("labels", TType.MAP, (short) 5);
    private static final TField NOTE = new TField("note", TType.STRING, (short) 6);

    private long id;
    private String sender = "";
    private boolean fragile;
    private List<Long> stations = List.of();
    private Map<String, String> labels = Map.of();
    private @Nullable String note;

    static ApacheParcel read(TProtocol in) throws TException {
        ApacheParcel parcel = new ApacheParcel();
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
            parcel.readField(in, field);
            in.readFieldEnd();
        }
        in.readStructEnd();
        return parcel;
    }

    private void readField(TProtocol in, TField field) throws TException {
        switch (field.id) {
            case 1 -> id = in.readI64();
            case 2 -> sender = in.readString();
            case 3 -> fragile = in.readBool();
            case 4 -> stations = readStations(in);
            case 5 -> labels = readLabels(in);
            case 6 -> note = in.readString();
            default -> TProtocolUtil.skip(in, field.type);
        }
    }

    private static List<Long> readStations(TProtocol in) throws TException {
        TList header = in.readListBegin();
        List<Long> stations = new ArrayList<>(header.size);
        for (int i = 0; i < header.size; i++) {
            stations.add(in.readI64());
        }
        in.readListEnd();
        return stations;
    }

    private static Map<String, String> readLabels(TProtocol in) throws TException {
        TMap header = in.readMapBegin();
        Map<String, String> labels = new LinkedHashMap<>(2 * header.size);
        for (int i = 0; i < header.size; i++) {
            String key = in.readString();
            labels.put(key, in.readString());
        }
        in.readMapEnd();
        return labels;
    }

    void write(TProtocol out) throws TException {
        out.writeStructBegin(STRUCT);
        out.writeFieldBegin(ID);
        out.writeI64(id);
        out.writeFieldEnd();
        out.writeFieldBegin(SENDER);
        out.writeString(sender);
        out.writeFieldEnd();
        out.writeFieldBegin(FRAGILE);
        out.writeBool(fragile);
        out.writeFieldEnd();
        out.writeFieldBegin(STATIONS);
        writeStations(out);
        out.writeFieldEnd();
        out.writeFieldBegin(LABELS);
        writeLabels(out);
        out.writeFieldEnd();
        if (note != null) {
            out.writeFieldBegin(NOTE);
            out.writeString(note);
            out.writeFieldEnd();
        }
        out.writeFieldStop();
        out.writeStructEnd();
    }

    private void writeStations(TProtocol out) throws TException {
        out.writeListBegin(new TList(TType.I64, stations.size()));
        for (long station : stations) {
            out.writeI64(station);
        }
        out.writeListEnd();
    }

    private void writeLabels(TProtocol out) throws TException {
        out.writeMapBegin(new TMap(TType.STRING, TType.STRING, labels.size()));
        for (Map.Entry<String, String> label : labels.entrySet()) {
            out.writeString(label.getKey());
            out.writeString(label.getValue());
        }
        out.writeMapEnd();
    }
}
