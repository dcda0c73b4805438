package io.millrace.newsql.expression;

import io.millrace.newsql.type.Comparing.Mode;
import io.millrace.newsql.type.TextOrder;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The constants of a long IN list, read once a run and found by a hash: a row costs the same however many there are. <b>Threads.</b> Safe. */
final class ListMembers {

    /** Shorter lists are looked through faster. */
    private static final int LEAST = 16;

    private final List<Expression> items;
    private final List<Comparison.Comparator> comparators;

    /** @param unknown whether one of the list is NULL, or compares with nothing */
    private record Known(Set<Object> keys, boolean unknown) {}

    private ListMembers(List<Expression> items, List<Comparison.Comparator> comparators) {
        this.items = items;
        this.comparators = comparators;
    }

    /** Null if the list is short, changes from row to row, or its items are not all compared alike. */
    static @Nullable ListMembers of(List<Expression> items, List<Comparison.Comparator> comparators) {
        boolean fits = items.size() >= LEAST && items.stream().allMatch(Expression::isConstant);
        for (int i = 0; fits && i < comparators.size(); i++) {
            fits = comparators.get(i).isAlike(comparators.get(0));
        }
        return fits ? new ListMembers(items, comparators) : null;
    }

    /** Whether a value is in the list; null if that is unknown. @param value as the comparators convert it */
    @Nullable
    Boolean has(Object value, Frame frame) {
        Comparison.Comparator first = comparators.get(0);
        Known known = known(frame);
        boolean found = known.keys().contains(key(value, first.isLeftUnsigned(), first));
        return found || !known.unknown() ? Boolean.valueOf(found) : null;
    }

    private Known known(Frame frame) {
        var before = frame.converted(this);
        if (before != null && before.isPresent() && before.get() instanceof Known known) {
            return known;
        }
        Set<Object> keys = new HashSet<>(items.size() * 2);
        boolean unknown = false;
        for (int i = 0; i < items.size(); i++) {
            Comparison.Comparator comparator = comparators.get(i);
            Object value = items.get(i).eval(frame);
            Object converted = value == null ? null : comparator.rightConverted(value, frame);
            unknown |= converted == null;
            if (converted != null) {
                keys.add(key(converted, comparator.isRightUnsigned(), comparator));
            }
        }
        Known known = new Known(keys, unknown);
        frame.keepConverted(this, known);
        return known;
    }

    /** What is equal for two values exactly if the comparator calls them so. */
    private static Object key(Object value, boolean unsigned, Comparison.Comparator comparator) {
        if (value instanceof Long number) {
            return unsigned && number < 0 && comparator.mode() == Mode.INTEGER
                    ? (Object) Long.toUnsignedString(number)
                    : number;
        }
        if (value instanceof String text) {
            return TextOrder.groupKey(text, comparator.collation());
        }
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros();
        }
        if (value instanceof Double number) {
            return number == 0 ? (Object) 0.0 : number;
        }
        return ByteBuffer.wrap((byte[]) value);
    }
}
