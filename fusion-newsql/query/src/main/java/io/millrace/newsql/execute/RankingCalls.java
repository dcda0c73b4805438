package io.millrace.newsql.execute;

import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.plan.WindowCall;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A window function that is no aggregate, over one partition. */
final class RankingCalls implements WindowStep.Values {

    private final WindowCall call;
    private final Partition partition;

    /** Groups of peers up to the row. */
    private long groups;

    RankingCalls(WindowCall call, Partition partition) {
        this.call = call;
        this.partition = partition;
    }

    @Override
    public @Nullable Object value(int index, Frame frame) {
        groups += partition.peersFrom() == index ? 1 : 0;
        int size = partition.size();
        return switch (call.kind()) {
            case ROW_NUMBER -> index + 1L;
            case RANK -> partition.peersFrom() + 1L;
            case DENSE_RANK -> groups;
            case PERCENT_RANK -> size == 1 ? 0.0 : partition.peersFrom() / (size - 1.0);
            case CUME_DIST -> partition.peersTo() / (double) size;
            case NTILE -> tile(index, frame);
            case LAG, LEAD -> offset(index, frame);
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> framed(index, frame);
            case AGGREGATE -> throw new IllegalStateException("an aggregate is computed over frames");
        };
    }

    private @Nullable Object tile(int index, Frame frame) {
        Long tiles = count(0, index, frame, 1);
        if (tiles == null) {
            return null;
        }
        long size = partition.size() / tiles;
        long larger = partition.size() % tiles;
        long inLarger = larger * (size + 1);
        return index < inLarger ? index / (size + 1) + 1 : larger + (index - inLarger) / size + 1;
    }

    private @Nullable Object offset(int index, Frame frame) {
        List<Expression> arguments = call.arguments();
        Long distance = arguments.size() < 2 ? Long.valueOf(1) : count(1, index, frame, 0);
        if (distance == null) {
            throw wrong();
        }
        long other = call.kind() == WindowCall.Kind.LAG ? index - distance : index + distance;
        boolean there = other >= 0 && other < partition.size();
        if (!there && arguments.size() < 3) {
            return null;
        }
        frame.replaceSlots(partition.row(there ? (int) other : index));
        return arguments.get(there ? 0 : 2).eval(frame);
    }

    private @Nullable Object framed(int index, Frame frame) {
        long distance = 0;
        if (call.kind() == WindowCall.Kind.NTH_VALUE) {
            Long place = count(1, index, frame, 1);
            if (place == null) {
                throw wrong();
            }
            distance = place - 1;
        }
        int from = partition.from(call.frame(), index, frame);
        int to = partition.to(call.frame(), index, frame);
        long wanted = call.kind() == WindowCall.Kind.LAST_VALUE ? to - 1L : from + distance;
        if (wanted < from || wanted >= to || wanted >= partition.size()) {
            return null;
        }
        frame.replaceSlots(partition.row((int) wanted));
        return call.arguments().get(0).eval(frame);
    }

    /** An argument that counts rows; null for NULL. */
    private @Nullable Long count(int argument, int index, Frame frame, long least) {
        frame.replaceSlots(partition.row(index));
        Expression expression = call.arguments().get(argument);
        Object value = expression.eval(frame);
        if (value == null) {
            return null;
        }
        long count = Casts.toInteger(value, expression.type(), false, frame.warnings());
        if (count < least) {
            throw wrong();
        }
        return count;
    }

    private RuntimeException wrong() {
        return SqlErrors.of(
                1210, "HY000", "Incorrect arguments to " + call.kind().name().toLowerCase(Locale.ROOT));
    }
}
