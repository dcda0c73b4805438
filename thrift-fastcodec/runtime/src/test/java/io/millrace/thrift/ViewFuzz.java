package io.millrace.thrift;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Mixed;
import io.millrace.thrift.model.MixedView;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes as a view: refused as a whole, or each field a value or refused; and what is patched is there, beside all that was not. */
@Tag("once")
class ViewFuzz {

    private static final int ROUNDS = 4_000;
    private static final String NAME = "patched";

    private static final List<Function<MixedView, @Nullable Object>> GETTERS = List.of(
            MixedView::id,
            MixedView::version,
            MixedView::live,
            MixedView::ratio,
            MixedView::name,
            MixedView::blob,
            MixedView::times,
            MixedView::codes,
            MixedView::words,
            MixedView::labels,
            MixedView::items,
            MixedView::counts);

    @FuzzTest(maxDuration = "10m")
    void view(byte[] bytes) {
        MixedView view = BoundedReading.read(bytes, MixedView::over);
        Mixed value = BoundedReading.read(bytes, given -> ThriftBinary.read(Mixed.TYPE, given));
        if (view == null) {
            if (value != null && !isTooDeep(bytes)) {
                throw new AssertionError("a message, but no view");
            }
            return;
        }
        for (Function<MixedView, @Nullable Object> getter : GETTERS) {
            BoundedReading.read(bytes, given -> new Object[] {getter.apply(view)});
        }
        byte[] same = view.toBytes();
        if (!Arrays.equals(same, Arrays.copyOf(bytes, same.length))) {
            throw new AssertionError("a view that was not changed is written otherwise");
        }
        if (value != null) {
            checkPatched(value, MixedView.over(bytes.clone()));
        }
    }

    /** What is stepped over counts containers as levels, too. */
    private static boolean isTooDeep(byte[] bytes) {
        try {
            MixedView.over(bytes);
            return false;
        } catch (ThriftException e) {
            return e.reason() == ThriftException.Reason.DEPTH;
        }
    }

    private static void checkPatched(Mixed value, MixedView view) {
        byte[] patched = view.id(7).name(NAME).removeBlob().toBytes();
        byte[] expected = ThriftBinary.toBytes(value.id(7).name(NAME).blob(null));
        Mixed read;
        try {
            read = ThriftBinary.read(Mixed.TYPE, patched);
        } catch (ThriftException e) {
            if (e.reason() == ThriftException.Reason.LIMIT) {
                return; // the budget counts from the length, and the blob was part of it
            }
            throw new AssertionError("what was patched is refused", e);
        }
        if (!Arrays.equals(ThriftBinary.toBytes(read), expected)) {
            throw new AssertionError("patched: " + read + " (expected: " + value + ")");
        }
    }

    @Test
    void damagedMessages() throws Exception {
        Random random = Seeds.random("ViewFuzz");
        Damage damage = new Damage(random);
        LibthriftPeer peer = new LibthriftPeer(false);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] message = peer.write(Shape.MIXED, new RandomTree(random, 8).struct(Shape.MIXED));
            view(random.nextInt(4) == 0 ? message : damage.of(message));
        }
    }
}
