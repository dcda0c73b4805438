package io.millrace.newsql.storage;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The event of a commit, as readers of the change log get it. Numbers are big-endian.
 *
 * <pre>
 *  | 01 | transaction: 8 | micros since 1970: 8 | count of rows: 4 | row … |
 *  row = | table: 8 | schema version: 4 | place in the transaction: 4 | key length: 4 | key | before | after |
 *  before, after = | length: 4, or FFFFFFFF for none | row |
 * </pre>
 *
 * Both images are whole rows. {@code docs/formats/newsql-rows.md} says the same.
 */
final class ChangeEventDescriptor {

    static final int FORMAT = 1;
    static final int NONE = -1;

    private ChangeEventDescriptor() {}

    static byte[] encode(ChangeSet changes) {
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream(64 + changes.rows().size() * 128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeLong(changes.transaction());
            out.writeLong(changes.micros());
            out.writeInt(changes.rows().size());
            int place = 0;
            for (ChangeSet.Change row : changes.rows()) {
                out.writeLong(row.owner());
                out.writeInt(row.schemaVersion());
                out.writeInt(place++);
                writeImage(out, row.key());
                writeImage(out, row.before());
                writeImage(out, row.after());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void writeImage(DataOutputStream out, byte @Nullable [] image) throws IOException {
        out.writeInt(image == null ? NONE : image.length);
        if (image != null) {
            out.write(image);
        }
    }
}
