package io.millrace.newsql.execute;

import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.WarningSink;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A value that a column is compared with, as the column's keys hold it. Where the column cannot hold it, the nearest value that can: the range may then hold more rows than are
 * wanted, never fewer.
 *
 * @param impossible whether no row of the column can be equal to it, and ranges have no end there
 * @param exact whether it is the value itself
 */
record Seek(@Nullable Object value, boolean exact, boolean impossible) {

    private static final Seek NULL = new Seek(null, true, false);
    private static final Seek NONE = new Seek(null, false, true);

    /** Whether the column's values that are equal to this one, or beyond it, are those that the comparison finds so, and the comparison would warn of nothing. */
    boolean decides(SqlType from, SqlType column) {
        if (!exact || value == null || column.isEnumerated()) {
            return false;
        }
        return switch (column.family()) {
            case INTEGER, DECIMAL -> from.isInteger() || from.family() == TypeId.Family.DECIMAL;
            case TEMPORAL -> from.hasDate();
            case TEXT -> from.family() == TypeId.Family.TEXT;
            case BYTES -> from.family() == TypeId.Family.BYTES;
            default -> false;
        };
    }

    /** @param up whether to round up rather than down */
    static Seek of(Expression expression, TableInfo table, int ordinal, boolean up, Frame frame) {
        Object value = expression.eval(frame);
        if (value == null) {
            return NULL;
        }
        SqlType column = table.columns().get(ordinal).type();
        SqlType from = expression.type();
        if (column.id() == TypeId.ENUM) {
            return element(Casts.toText(value, from), column);
        }
        return switch (column.family()) {
            case INTEGER -> integer(value, from, column, up);
            case DECIMAL -> decimal(value, from, column, up);
            case DOUBLE -> new Seek(Casts.toDouble(value, from, WarningSink.NONE), column.id() == TypeId.DOUBLE, false);
            case TEMPORAL -> temporal(value, from, column, frame);
            case TEXT -> new Seek(Casts.toText(value, from), true, false);
            case BYTES -> new Seek(Casts.toBytes(value, from), true, false);
            default -> NONE;
        };
    }

    private static Seek element(String text, SqlType column) {
        for (int i = 0; i < column.elements().size(); i++) {
            if (column.elements().get(i).equalsIgnoreCase(text)) {
                return new Seek(i + 1L, true, false);
            }
        }
        return NONE;
    }

    private static Seek integer(Object value, SqlType from, SqlType column, boolean up) {
        if (value instanceof Long bits && from.isInteger() && (bits >= 0 || from.unsigned() == column.unsigned())) {
            return new Seek(bits, true, false);
        }
        BigDecimal number = Casts.toDecimal(value, from, WarningSink.NONE);
        BigDecimal whole = number.setScale(0, up ? RoundingMode.CEILING : RoundingMode.FLOOR);
        BigDecimal least = BigDecimal.valueOf(column.unsigned() ? 0 : Long.MIN_VALUE);
        BigDecimal most = column.unsigned() ? new BigDecimal(Casts.unsigned(-1)) : BigDecimal.valueOf(Long.MAX_VALUE);
        if (whole.compareTo(least) < 0 || whole.compareTo(most) > 0) {
            return NONE;
        }
        return new Seek(whole.toBigInteger().longValue(), whole.compareTo(number) == 0, false);
    }

    private static Seek decimal(Object value, SqlType from, SqlType column, boolean up) {
        BigDecimal number = Casts.toDecimal(value, from, WarningSink.NONE);
        BigDecimal rounded = number.setScale(column.decimals(), up ? RoundingMode.CEILING : RoundingMode.FLOOR);
        boolean fits = rounded.precision() <= column.length() || rounded.signum() == 0;
        return fits ? new Seek(rounded, rounded.compareTo(number) == 0, false) : NONE;
    }

    private static Seek temporal(Object value, SqlType from, SqlType column, Frame frame) {
        if (column.id() == TypeId.TIME) {
            Long time = Casts.toTime(value, from, frame.warnings());
            return time == null ? NONE : new Seek(time, false, false);
        }
        Long packed = Casts.toDateTime(value, from, frame.today(), WarningSink.NONE);
        if (packed == null) {
            return NONE;
        }
        return switch (column.id()) {
            case DATE -> new Seek(
                    PackedTemporal.dateOf(packed), Temporals.startOf(PackedTemporal.dateOf(packed)) == packed, false);
            case TIMESTAMP -> new Seek(
                    Temporals.toEpochMicros(packed, frame.session().zone()), false, false);
            default -> new Seek(packed, true, false);
        };
    }
}
