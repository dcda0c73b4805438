package io.millrace.newsql.catalog;

import io.millrace.newsql.catalog.ColumnInfo.Fallback;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the catalog as bytes; {@code docs/formats/newsql-rows.md} draws them. The first byte is the version of the format. */
final class RecordCodec {

    static final int FORMAT = 2;

    /** Without constraints, generated columns and indexes that are being built. */
    private static final int PLAIN_FORMAT = 1;

    private static final int COUNT_MAX = 65_535;

    private RecordCodec() {}

    static byte[] encode(TableInfo table) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeLong(table.id());
            out.writeInt(table.version());
            out.writeUTF(table.schema());
            out.writeUTF(table.name());
            out.writeShort(table.columns().size());
            for (ColumnInfo column : table.columns()) {
                writeColumn(out, column);
            }
            out.writeBoolean(table.primary() != null);
            if (table.primary() != null) {
                writeIndex(out, table.primary());
            }
            out.writeShort(table.indexes().size());
            for (IndexInfo index : table.indexes()) {
                writeIndex(out, index);
            }
            out.writeInt(table.columnIds());
            out.writeUTF(table.collation());
            out.writeUTF(table.comment());
            out.writeLong(table.createdMillis());
            for (ColumnInfo column : table.columns()) {
                ConstraintCodec.write(out, column.generation());
            }
            ConstraintCodec.write(out, table);
            out.writeShort(table.building().size());
            for (BuildingIndex each : table.building()) {
                out.writeByte(each.state().ordinal());
                writeIndex(out, each.index());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static TableInfo decodeTable(byte[] record) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(record))) {
            int format = checkFormat(in.readUnsignedByte());
            long id = in.readLong();
            int version = in.readInt();
            String schema = in.readUTF();
            String name = in.readUTF();
            List<ColumnInfo> columns = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                columns.add(readColumn(in));
            }
            IndexInfo primary = in.readBoolean() ? readIndex(in) : null;
            List<IndexInfo> indexes = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                indexes.add(readIndex(in));
            }
            TableInfo plain = new TableInfo(
                    id,
                    version,
                    schema,
                    name,
                    List.copyOf(columns),
                    primary,
                    List.copyOf(indexes),
                    in.readInt(),
                    in.readUTF(),
                    in.readUTF(),
                    in.readLong());
            return format == PLAIN_FORMAT ? plain : readRest(in, plain);
        } catch (IOException e) {
            throw new IllegalStateException("a table's record in the catalog is damaged: length=" + record.length, e);
        }
    }

    private static TableInfo readRest(DataInputStream in, TableInfo plain) throws IOException {
        List<ColumnInfo> columns = new ArrayList<>();
        for (ColumnInfo column : plain.columns()) {
            columns.add(column.withGeneration(ConstraintCodec.readGeneration(in)));
        }
        TableEdit edit = new TableEdit(plain).columns(columns, plain.columnIds());
        ConstraintCodec.read(in, edit);
        List<BuildingIndex> building = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            BuildingIndex.State state = BuildingIndex.State.values()[in.readUnsignedByte()];
            building.add(new BuildingIndex(readIndex(in), state));
        }
        return edit.building(building).done();
    }

    static int checkFormat(int format) {
        if (format != FORMAT && format != PLAIN_FORMAT) {
            throw new IllegalStateException("record of the catalog has format " + format + " (expected: " + FORMAT
                    + "); open it with the version that wrote it");
        }
        return format;
    }

    private static void writeColumn(DataOutputStream out, ColumnInfo column) throws IOException {
        out.writeInt(column.id());
        out.writeUTF(column.name());
        writeType(out, column.type());
        out.writeBoolean(column.nullable());
        writeFallback(out, column.fallback());
        writeFallback(out, column.origin());
        out.writeInt(column.addedIn());
        out.writeBoolean(column.autoIncrement());
        out.writeBoolean(column.updatesToNow());
        out.writeUTF(column.comment());
    }

    private static ColumnInfo readColumn(DataInputStream in) throws IOException {
        return new ColumnInfo(
                in.readInt(),
                in.readUTF(),
                readType(in),
                in.readBoolean(),
                readFallback(in),
                readFallback(in),
                in.readInt(),
                in.readBoolean(),
                in.readBoolean(),
                in.readUTF());
    }

    private static void writeType(DataOutputStream out, SqlType type) throws IOException {
        out.writeByte(type.id().number());
        out.writeLong(type.length());
        out.writeByte(type.decimals());
        out.writeBoolean(type.unsigned());
        out.writeUTF(type.collation());
        out.writeShort(type.elements().size());
        for (String element : type.elements()) {
            out.writeUTF(element);
        }
    }

    private static SqlType readType(DataInputStream in) throws IOException {
        int number = in.readUnsignedByte();
        TypeId id = TypeId.of(number);
        if (id == null) {
            throw new IOException("type " + number);
        }
        long length = in.readLong();
        int decimals = in.readUnsignedByte();
        boolean unsigned = in.readBoolean();
        String collation = in.readUTF();
        List<String> elements = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            elements.add(in.readUTF());
        }
        return new SqlType(id, length, decimals, unsigned, collation, List.copyOf(elements));
    }

    private static void writeFallback(DataOutputStream out, @Nullable Fallback fallback) throws IOException {
        out.writeByte(fallback == null ? -1 : fallback.kind().ordinal());
        if (fallback != null) {
            out.writeUTF(fallback.text());
        }
    }

    private static @Nullable Fallback readFallback(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return kind < 0 ? null : new Fallback(ColumnInfo.Kind.values()[kind], in.readUTF());
    }

    private static void writeIndex(DataOutputStream out, IndexInfo index) throws IOException {
        out.writeLong(index.id());
        out.writeUTF(index.name());
        out.writeBoolean(index.unique());
        out.writeUTF(index.comment());
        out.writeShort(index.parts().size());
        for (IndexInfo.Part part : index.parts()) {
            out.writeShort(part.ordinal());
            out.writeInt(part.prefix());
            out.writeBoolean(part.descending());
        }
    }

    private static IndexInfo readIndex(DataInputStream in) throws IOException {
        long id = in.readLong();
        String name = in.readUTF();
        boolean unique = in.readBoolean();
        String comment = in.readUTF();
        int count = in.readUnsignedShort();
        assert count <= COUNT_MAX;
        List<IndexInfo.Part> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new IndexInfo.Part(in.readUnsignedShort(), in.readInt(), in.readBoolean()));
        }
        return new IndexInfo(id, name, unique, List.copyOf(parts), comment);
    }
}
