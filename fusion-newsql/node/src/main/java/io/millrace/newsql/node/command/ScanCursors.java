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

    /** Null where none was kept yet. */
    private final Kept[] kept = new Kept[KEPT];

    private long last; // guarded by this

    private record Kept(long number, byte[] place) {}

    /** The number of a place, {@code 0} for none. */
    synchronized byte[] keep(byte @Nullable [] place) {
        if (place == null) {
            return END.clone();
        }
        last++;
        kept[(int) (last % KEPT)] = new Kept(last, place);
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
        Kept found = kept[(int) Math.floorMod(number, (long) KEPT)];
        if (found == null || found.number() != number) {
            throw new CommandException("ERR cursor is not known any more: " + number + "; begin again at 0");
        }
        return found.place();
    }
}
