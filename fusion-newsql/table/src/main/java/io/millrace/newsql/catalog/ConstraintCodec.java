package io.millrace.newsql.catalog;

import io.millrace.newsql.catalog.ForeignKey.Action;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Constraints, generated columns and views as bytes. Texts are a length of four bytes and UTF-8, as an expression or a query may be long. */
final class ConstraintCodec {

    private static final int TEXT_BYTES_MAX = 64 << 20;

    private ConstraintCodec() {}

    static void write(DataOutputStream out, @Nullable Generation generation) throws IOException {
        out.writeByte(generation == null ? 0 : generation.stored() ? 2 : 1);
        if (generation != null) {
            writeText(out, generation.expression());
        }
    }

    static @Nullable Generation readGeneration(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        return kind == 0 ? null : new Generation(readText(in), kind == 2);
    }

    static void write(DataOutputStream out, TableInfo table) throws IOException {
        out.writeShort(table.checks().size());
        for (CheckInfo check : table.checks()) {
            out.writeUTF(check.name());
            writeText(out, check.expression());
            out.writeBoolean(check.enforced());
        }
        out.writeShort(table.foreignKeys().size());
        for (ForeignKey key : table.foreignKeys()) {
            out.writeUTF(key.name());
            out.writeUTF(key.parent().schema());
            out.writeUTF(key.parent().table());
            out.writeByte(key.onDelete().ordinal());
            out.writeByte(key.onUpdate().ordinal());
            out.writeShort(key.columnIds().size());
            for (int i = 0; i < key.columnIds().size(); i++) {
                out.writeInt(key.columnIds().get(i));
                out.writeUTF(key.parentColumns().get(i));
            }
        }
    }

    static void read(DataInputStream in, TableEdit table) throws IOException {
        List<CheckInfo> checks = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            checks.add(new CheckInfo(in.readUTF(), readText(in), in.readBoolean()));
        }
        List<ForeignKey> keys = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            keys.add(readForeignKey(in));
        }
        table.checks(checks).foreignKeys(keys);
    }

    private static ForeignKey readForeignKey(DataInputStream in) throws IOException {
        String name = in.readUTF();
        TableName parent = new TableName(in.readUTF(), in.readUTF());
        Action onDelete = Action.values()[in.readUnsignedByte()];
        Action onUpdate = Action.values()[in.readUnsignedByte()];
        List<Integer> ids = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            ids.add(in.readInt());
            names.add(in.readUTF());
        }
        return new ForeignKey(name, List.copyOf(ids), parent, List.copyOf(names), onDelete, onUpdate);
    }

    // ---- views ----

    static byte[] encode(ViewInfo view) {
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream(128 + view.text().length());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(RecordCodec.FORMAT);
            out.writeUTF(view.schema());
            out.writeUTF(view.name());
            writeText(out, view.text());
            out.writeShort(view.columns().size());
            for (String column : view.columns()) {
                out.writeUTF(column);
            }
            out.writeUTF(view.algorithm());
            out.writeByte(view.checkOption().ordinal());
            out.writeUTF(view.definer());
            out.writeBoolean(view.invoker());
            out.writeLong(view.createdMillis());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static ViewInfo decodeView(byte[] record) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(record))) {
            RecordCodec.checkFormat(in.readUnsignedByte());
            String schema = in.readUTF();
            String name = in.readUTF();
            String text = readText(in);
            List<String> columns = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                columns.add(in.readUTF());
            }
            return new ViewInfo(
                    schema,
                    name,
                    text,
                    List.copyOf(columns),
                    in.readUTF(),
                    ViewInfo.CheckOption.values()[in.readUnsignedByte()],
                    in.readUTF(),
                    in.readBoolean(),
                    in.readLong());
        } catch (IOException e) {
            throw new IllegalStateException("a view's record in the catalog is damaged: length=" + record.length, e);
        }
    }

    // ---- texts ----

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    private static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > Math.min(TEXT_BYTES_MAX, in.available())) {
            throw new IOException("text of " + length + " bytes");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
