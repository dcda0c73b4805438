package io.millrace.newsql.expression;

import io.millrace.newsql.json.Json;
import io.millrace.newsql.json.JsonWriter;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.TypeId.Family;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of one aggregate of one group. */
public final class Accumulator {

    private static final int CUT = 1260;

    private record Item(String text, List<@Nullable Object> order) {}

    private final AggregateCall call;
    private final @Nullable Set<Object> seen;
    private final @Nullable List<Item> items;
    private long count;
    private @Nullable BigDecimal exact;
    private double real;
    private double mean;
    private double squares;
    private @Nullable Object best;
    private long bits;
    private final List<Object> elements = new ArrayList<>();
    private final Map<String, Object> members = Json.newObject();

    Accumulator(AggregateCall call) {
        this.call = call;
        this.seen = call.distinct() ? new HashSet<>() : null;
        this.items = call.kind() == AggregateCall.Kind.GROUP_CONCAT ? new ArrayList<>() : null;
        this.bits = call.kind() == AggregateCall.Kind.BIT_AND ? -1 : 0;
    }

    /** About what it holds in memory beside itself. */
    public long items() {
        return (seen == null ? 0L : seen.size())
                + (items == null ? 0 : items.size())
                + elements.size()
                + members.size();
    }

    /** Takes the row of the frame. */
    public void add(Frame frame) {
        List<Expression> arguments = call.arguments();
        if (arguments.isEmpty()) {
            count++;
            return;
        }
        if (call.type().id() == TypeId.JSON && call.kind().name().startsWith("JSON_")) {
            count++;
            document(arguments, frame);
            return;
        }
        List<Object> values = new ArrayList<>(arguments.size());
        for (Expression argument : arguments) {
            Object value = argument.eval(frame);
            if (value == null && call.kind() != AggregateCall.Kind.ANY_VALUE) {
                return;
            }
            if (value != null) {
                values.add(value);
            }
        }
        if (seen != null && !seen.add(key(values))) {
            return;
        }
        count++;
        if (!values.isEmpty()) {
            take(values, arguments, frame);
        }
    }

    /** Whether it can give back a row exactly: what is counted, or summed without rounding. */
    public boolean canRemove() {
        return seen == null
                && switch (call.kind()) {
                    case COUNT, BIT_XOR -> true;
                    case SUM, AVG -> call.type().family() == Family.DECIMAL;
                    default -> false;
                };
    }

    /** Gives back the row of the frame, which it took before. */
    public void remove(Frame frame) {
        List<Expression> arguments = call.arguments();
        for (Expression argument : arguments) {
            Object value = argument.eval(frame);
            if (value == null) {
                return;
            }
            if (call.kind() == AggregateCall.Kind.BIT_XOR) {
                bits ^= Casts.toInteger(value, argument.type(), true, frame.warnings());
            } else if (exact != null) {
                exact = exact.subtract(Casts.toDecimal(value, argument.type(), frame.warnings()));
            }
        }
        count--;
    }

    private void document(List<Expression> arguments, Frame frame) {
        Expression last = arguments.get(arguments.size() - 1);
        Object value = JsonDocuments.of(last.eval(frame), last.type());
        if (call.kind() == AggregateCall.Kind.JSON_ARRAYAGG) {
            elements.add(value);
            return;
        }
        String name = arguments.get(0).text(frame);
        if (name == null) {
            throw SqlErrors.of(3158, "22032", "JSON documents may not contain NULL member names.");
        }
        members.put(name, value);
    }

    private List<Object> key(List<Object> values) {
        List<Object> key = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            key.add(Comparing.groupKey(values.get(i), call.arguments().get(i).type()));
        }
        return key;
    }

    private void take(List<Object> values, List<Expression> arguments, Frame frame) {
        Object value = values.get(0);
        Expression argument = arguments.get(0);
        switch (call.kind()) {
            case COUNT -> {}
            case SUM, AVG -> sum(value, argument, frame);
            case MIN -> best = best == null || Comparing.compareSame(value, best, argument.type()) < 0 ? value : best;
            case MAX -> best = best == null || Comparing.compareSame(value, best, argument.type()) > 0 ? value : best;
            case ANY_VALUE -> best = best == null ? value : best;
            case BIT_AND -> bits &= Casts.toInteger(value, argument.type(), true, frame.warnings());
            case BIT_OR -> bits |= Casts.toInteger(value, argument.type(), true, frame.warnings());
            case BIT_XOR -> bits ^= Casts.toInteger(value, argument.type(), true, frame.warnings());
            case GROUP_CONCAT -> concat(values, arguments, frame);
            default -> spread(Casts.toDouble(value, argument.type(), frame.warnings()));
        }
    }

    private void sum(Object value, Expression argument, Frame frame) {
        if (call.type().family() == Family.DECIMAL) {
            BigDecimal number = Casts.toDecimal(value, argument.type(), frame.warnings());
            exact = exact == null ? number : exact.add(number);
        } else {
            real += Casts.toDouble(value, argument.type(), frame.warnings());
        }
    }

    /** Welford's recurrence: stable where a sum of squares is not. */
    private void spread(double value) {
        double delta = value - mean;
        mean += delta / count;
        squares += delta * (value - mean);
    }

    private void concat(List<Object> values, List<Expression> arguments, Frame frame) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            text.append(
                    call.type().family() == Family.BYTES
                            ? new String(
                                    Casts.toBytes(
                                            values.get(i), arguments.get(i).type()),
                                    StandardCharsets.ISO_8859_1)
                            : Casts.toText(values.get(i), arguments.get(i).type()));
        }
        List<@Nullable Object> order = new ArrayList<>();
        for (Expression each : call.order()) {
            order.add(each.eval(frame));
        }
        if (items != null) {
            items.add(new Item(text.toString(), order));
        }
    }

    /** The aggregate of all rows that were taken. */
    public @Nullable Object result(Frame frame) {
        return switch (call.kind()) {
            case COUNT -> count;
            case SUM -> count == 0 ? null : exact != null ? exact : (Object) real;
            case AVG -> average();
            case MIN, MAX, ANY_VALUE -> best;
            case BIT_AND, BIT_OR, BIT_XOR -> bits;
            case GROUP_CONCAT -> count == 0 ? null : joined(frame);
            case JSON_ARRAYAGG -> count == 0 ? null : JsonWriter.write(elements);
            case JSON_OBJECTAGG -> count == 0 ? null : JsonWriter.write(members);
            case VARIANCE -> count == 0 ? null : (Object) (squares / count);
            case VARIANCE_SAMPLE -> count < 2 ? null : (Object) (squares / (count - 1));
            case STD -> count == 0 ? null : (Object) Math.sqrt(squares / count);
            case STD_SAMPLE -> count < 2 ? null : (Object) Math.sqrt(squares / (count - 1));
        };
    }

    private @Nullable Object average() {
        if (count == 0) {
            return null;
        }
        return exact == null
                ? (Object) (real / count)
                : exact.divide(BigDecimal.valueOf(count), call.type().decimals(), RoundingMode.HALF_UP);
    }

    private Object joined(Frame frame) {
        List<Item> sorted = items == null ? new ArrayList<>() : items;
        if (!call.order().isEmpty()) {
            sorted.sort((left, right) -> compare(left.order(), right.order()));
        }
        long most = frame.session().groupConcatMax();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < sorted.size() && out.length() <= most; i++) {
            out.append(i == 0 ? "" : call.separator()).append(sorted.get(i).text());
        }
        boolean bytes = call.type().family() == Family.BYTES;
        String text = bytes ? out.toString() : cut(out, most);
        if (text.length() < out.length() || text.length() > most) {
            frame.warnings().warn(CUT, "Row 1 was cut by GROUP_CONCAT()");
        }
        return Strings.put(text.length() > most ? text.substring(0, (int) most) : text, bytes);
    }

    /** The longest beginning of at most so many bytes. */
    private static String cut(StringBuilder text, long most) {
        long used = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            used += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            if (used > most) {
                return text.substring(0, i);
            }
            i += Character.charCount(point);
        }
        return text.toString();
    }

    private int compare(List<@Nullable Object> left, List<@Nullable Object> right) {
        for (int i = 0; i < left.size(); i++) {
            int order = compareNullable(
                    left.get(i), right.get(i), call.order().get(i).type());
            if (order != 0) {
                return call.descending().get(i) ? -order : order;
            }
        }
        return 0;
    }

    /** NULL first. */
    public static int compareNullable(
            @Nullable Object left, @Nullable Object right, io.millrace.newsql.type.SqlType type) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        return Comparing.compareSame(left, right, type);
    }
}
