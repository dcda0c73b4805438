package io.millrace.newsql.execute;

import io.millrace.newsql.mysql.ClientText;
import io.millrace.newsql.mysql.RowWriter;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Gives values to the wire as their types ask. */
public final class ResultWriter {

    private ResultWriter() {}

    public static void put(RowWriter out, @Nullable Object value, SqlType type) {
        if (value == null) {
            out.putNull();
            return;
        }
        switch (type.id()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, YEAR -> putInteger(out, (Long) value, type);
            case FLOAT -> out.putFloat(((Double) value).floatValue());
            case DOUBLE -> out.putDouble((Double) value);
            case DECIMAL -> out.putDecimal(Casts.shown((BigDecimal) value, type));
            case DATE -> out.putDate((Long) value);
            case DATETIME, TIMESTAMP -> out.putDateTime((Long) value);
            case TIME -> out.putTime((Long) value);
            case BIT -> out.putBytes(Casts.toBytes(value, type));
            default -> putString(out, value, type);
        }
    }

    private static void putInteger(RowWriter out, long value, SqlType type) {
        if (type.unsigned()) {
            out.putUnsigned(value);
        } else {
            out.putLong(value);
        }
    }

    private static void putString(RowWriter out, Object value, SqlType type) {
        if (value instanceof byte[] bytes) {
            out.putBytes(bytes);
            return;
        }
        String text = value instanceof String string ? string : Casts.toText(value, type);
        if (type.family() == io.millrace.newsql.type.TypeId.Family.BYTES) {
            out.putBytes(ClientText.encode(text));
        } else {
            out.putText(text);
        }
    }
}
