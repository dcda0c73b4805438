package io.millrace.newsql.change;

import io.millrace.newsql.change.ChangeEvent.DefinitionsChanged;
import io.millrace.newsql.change.ChangeEvent.RecordChange;
import io.millrace.newsql.change.ChangeEvent.RowChange;
import io.millrace.newsql.change.ChangeEvent.RowsChanged;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes an event out of its bytes. One use, one thread. */
final class EventReader {

    private final ByteBuffer bytes;

    private EventReader(byte[] event) {
        this.bytes = ByteBuffer.wrap(event);
    }

    /** @throws IllegalStateException if these are not the bytes of an event that this version knows */
    static ChangeEvent read(byte[] event) {
        try {
            return new EventReader(event).event();
        } catch (BufferUnderflowException e) {
            throw damaged("length", event.length);
        }
    }

    private ChangeEvent event() {
        int kind = bytes.get();
        long transaction = bytes.getLong();
        long micros = bytes.getLong();
        int count = bytes.getInt();
        if (count < 0 || count > bytes.remaining()) {
            throw damaged("count", count);
        }
        ChangeEvent event =
                switch (kind) {
                    case EventDescriptor.ROWS -> new RowsChanged(transaction, micros, rows(count));
                    case EventDescriptor.DEFINITIONS -> new DefinitionsChanged(transaction, micros, records(count));
                    default -> throw new IllegalStateException("event of an unknown kind: kind=" + kind
                            + " (expected: 1 or 2); follow the log with the version that wrote it");
                };
        if (bytes.hasRemaining()) {
            throw damaged("bytes behind the last change", bytes.remaining());
        }
        return event;
    }

    private List<RowChange> rows(int count) {
        List<RowChange> rows = new ArrayList<>(count);
        for (int left = count; left > 0; left--) {
            rows.add(new RowChange(bytes.getLong(), bytes.getInt(), bytes.getInt(), key(), image(), image()));
        }
        return rows;
    }

    private List<RecordChange> records(int count) {
        List<RecordChange> records = new ArrayList<>(count);
        for (int left = count; left > 0; left--) {
            records.add(new RecordChange(bytes.getInt(), key(), image(), image()));
        }
        return records;
    }

    private byte[] key() {
        byte[] key = image();
        if (key == null || key.length == 0) {
            throw damaged("key without bytes at", bytes.position());
        }
        return key;
    }

    private byte @Nullable [] image() {
        int length = bytes.getInt();
        if (length == EventDescriptor.NONE) {
            return null;
        }
        if (length < 0 || length > bytes.remaining()) {
            throw damaged("length of an image", length);
        }
        byte[] image = new byte[length];
        bytes.get(image);
        return image;
    }

    private static IllegalStateException damaged(String what, int seen) {
        return new IllegalStateException("event of a commit is damaged: " + what + '=' + seen);
    }
}
