package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.mysql.RowWriter;
import io.millrace.newsql.plan.BlockPlan;
import io.millrace.newsql.plan.DirectPlan;
import io.millrace.newsql.plan.TableLevel;
import io.millrace.newsql.row.RowCodec;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row between the storage and the wire, used again for the next: texts and bytes go over as they lie, numbers without an object of their own, and only what
 * conditions and computed values read becomes values. One thread.
 */
final class DirectRow {

    private static final int[] NO_PLACES = {};

    private final DirectPlan direct;
    private final BlockPlan plan;
    private final Frame frame;
    private final @Nullable TableLevel table;
    private final @Nullable RowCodec codec;
    private final int[] places;
    private final @Nullable Object[] computed;
    private final boolean decodes;
    private byte[] row = {};

    DirectRow(BlockPlan plan, DirectPlan direct, Frame frame) {
        this.plan = plan;
        this.direct = direct;
        this.frame = frame;
        this.table = direct.table();
        TableLayout layout = table == null ? null : table.table().layout();
        this.codec = layout == null ? null : layout.rows();
        this.places = layout == null
                ? NO_PLACES
                : new int[2 * layout.table().columns().size()];
        this.computed = new @Nullable Object[direct.ordinals().length];
        boolean computes = false;
        for (int ordinal : direct.ordinals()) {
            computes |= ordinal < 0;
        }
        this.decodes = computes;
    }

    /** Takes the row that a walk stands on. @return whether it passes the conditions */
    boolean take(StoredRows rows) {
        if (table == null || codec == null) {
            return true;
        }
        row = rows.row();
        Expression condition = rows.decided() ? table.rest() : table.where();
        if (condition != null || decodes) {
            codec.decode(row, frame.slots(), table.offset(), direct.decoded());
        }
        return condition == null || condition.isTrue(frame);
    }

    /** Computes what is no column, before anything of the row is written. */
    void compute() {
        for (int i = 0; decodes && i < computed.length; i++) {
            if (direct.ordinals()[i] < 0) {
                computed[i] = plan.output().get(i).eval(frame);
            }
        }
    }

    /** Writes the columns, without the row's end. */
    void write(RowWriter out) {
        if (codec != null) {
            codec.locate(row, places);
        }
        for (int i = 0; i < computed.length; i++) {
            int ordinal = direct.ordinals()[i];
            SqlType type = plan.output().get(i).type();
            if (ordinal < 0) {
                ResultWriter.put(out, computed[i], type);
            } else {
                put(out, Objects.requireNonNull(codec, "a column is one of a table"), ordinal, type);
            }
        }
    }

    private void put(RowWriter out, RowCodec rows, int ordinal, SqlType type) {
        int from = places[2 * ordinal];
        int length = places[2 * ordinal + 1];
        if (from < 0) {
            put(out, from == RowCodec.ORIGIN ? rows.origin(ordinal) : null, type);
        } else if (type.isEnumerated() || type.id() == TypeId.BIT) {
            put(out, rows.value(row, from, length, ordinal), type);
        } else {
            switch (type.family()) {
                case TEXT -> out.putUtf8(row, from, length);
                case BYTES -> out.putBytes(row, from, length);
                case INTEGER -> putInteger(out, rows.integer(row, from, length, ordinal), type);
                default -> put(out, rows.value(row, from, length, ordinal), type);
            }
        }
    }

    private static void putInteger(RowWriter out, long value, SqlType type) {
        if (type.unsigned()) {
            out.putUnsigned(value);
        } else {
            out.putLong(value);
        }
    }

    private void put(RowWriter out, @Nullable Object value, SqlType type) {
        Object shown = value != null && type.id() == TypeId.TIMESTAMP
                ? (Object)
                        Temporals.fromEpochMicros((Long) value, frame.session().zone())
                : value;
        ResultWriter.put(out, shown, type);
    }
}
