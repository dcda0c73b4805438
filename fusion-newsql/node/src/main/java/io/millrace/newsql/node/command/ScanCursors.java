package io.millrace.newsql.node.command;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for places where scans go on: clients want numbers, and our order is of keys.
 *
 * <p>The last {@value #KEPT} are known, over all connections; an older one is refused, and the scan begins again. <b>Threads.</b> Safe.
 */
public final class ScanCursors {

    private static final int KEPT = 4096;
    private static final byte[] END = {'0'};

    private final byte @Nullable [][] places = new byte[KEPT][];
    private final long[] numbers = new long[KEPT];
    private long last; // guarded by this

    /** The number of a place, {@code 0} for none. */
    synchronized byte[] keep(byte @Nullable [] place) {
        if (place == null) {
            return END.clone();
        }
        last++;
        places[(int) (last % KEPT)] = place;
        numbers[(int) (last % KEPT)] = last;
        return Numbers.digits(last);
    }

    /** The place of a number, null for {@code 0}. */
    synchronized byte @Nullable [] find(byte[] digits) {
        if (Arrays.equals(digits, END)) {
            return null;
        }
        long number;
        try {
            number = Numbers.integer(digits);
        } catch (CommandException e) {
            throw new CommandException("ERR invalid cursor");
        }
        int at = (int) Math.floorMod(number, (long) KEPT);
        if (number <= 0 || numbers[at] != number) {
            throw new CommandException("ERR cursor is not known any more: " + number + "; begin again at 0");
        }
        return places[at];
    }
}
