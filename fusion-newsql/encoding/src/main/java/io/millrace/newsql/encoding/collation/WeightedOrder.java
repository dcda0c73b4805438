package io.millrace.newsql.encoding.collation;

import java.util.Arrays;

/** By weights of a table, level after level. What is not UTF-8 is refused where it is reached: a comparison ends at the first difference. */
public final class WeightedOrder implements StringOrder {

    /** Between the levels of a weight string; below all weights of tables with levels. */
    private static final int LEVEL_SEPARATOR = 0;

    private static final int NO_WEIGHT = -2;

    private final WeightTable table;
    private final int levels;
    private final int space;
    private final byte[] spaceBytes;

    /**
     * Of the first {@code levels} of a table.
     *
     * @param padsSpaces whether strings compare as if spaces without end followed them; then of one level
     */
    public WeightedOrder(WeightTable table, int levels, boolean padsSpaces) {
        if (levels < 1 || levels > table.levels() || (padsSpaces && levels > 1)) {
            throw new IllegalArgumentException(
                    "levels: " + levels + " (expected: 1, or to " + table.levels() + " without padding)");
        }
        this.table = table;
        this.levels = levels;
        this.space = padsSpaces ? table.weight(' ', 0) : NO_WEIGHT;
        this.spaceBytes = new byte[] {(byte) (space >> Byte.SIZE), (byte) space};
    }

    /** Lends the two bytes of what a space weighs, of a collation that pads. */
    public byte[] space() {
        return spaceBytes;
    }

    // ---- comparing ----

    @Override
    public int compare(byte[] left, int leftOffset, int leftCount, byte[] right, int rightOffset, int rightCount) {
        int leftEnd = leftOffset + leftCount;
        int rightEnd = rightOffset + rightCount;
        int shared = Arrays.mismatch(left, leftOffset, leftEnd, right, rightOffset, rightEnd);
        if (shared < 0) {
            return 0;
        }
        // A character that differs behind its first byte differs from that byte on.
        while (shared > 0
                && (continues(left, leftOffset + shared, leftEnd)
                        || continues(right, rightOffset + shared, rightEnd))) {
            shared--;
        }
        for (int level = 0; level < levels; level++) {
            int compared = compare(level, left, leftOffset + shared, leftEnd, right, rightOffset + shared, rightEnd);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private static boolean continues(byte[] value, int at, int end) {
        return at < end && Utf8.isContinued(value[at]);
    }

    /** Watched by {@code CollationRates}: the loop is a look-up a byte as long as both are ASCII. */
    private int compare(int level, byte[] left, int leftFrom, int leftEnd, byte[] right, int rightFrom, int rightEnd) {
        char[] ascii = table.ascii(level);
        int shorter = Math.min(leftEnd - leftFrom, rightEnd - rightFrom);
        int at = 0;
        while (at < shorter) {
            int leftByte = left[leftFrom + at];
            int rightByte = right[rightFrom + at];
            if ((leftByte | rightByte) < 0) {
                break;
            }
            int leftWeight = ascii[leftByte];
            int rightWeight = ascii[rightByte];
            if (leftWeight != rightWeight) {
                if (Math.max(leftWeight, rightWeight) >= table.sequencesFrom()) {
                    break;
                }
                return leftWeight - rightWeight;
            }
            at++;
        }
        return leftFrom + at == leftEnd && rightFrom + at == rightEnd
                ? 0
                : compareWeights(
                        new WeightCursor(table, level, left, leftFrom + at, leftEnd),
                        new WeightCursor(table, level, right, rightFrom + at, rightEnd));
    }

    private int compareWeights(WeightCursor left, WeightCursor right) {
        int leftWeight;
        int rightWeight;
        do {
            leftWeight = left.next();
            rightWeight = right.next();
            if (leftWeight == WeightCursor.END && rightWeight == WeightCursor.END) {
                return 0;
            }
            if (space != NO_WEIGHT) {
                leftWeight = leftWeight == WeightCursor.END ? space : leftWeight;
                rightWeight = rightWeight == WeightCursor.END ? space : rightWeight;
            }
        } while (leftWeight == rightWeight);
        return leftWeight - rightWeight;
    }

    // ---- weights as bytes ----

    /** Appends the weight string: levels one behind another with a zero between; without trailing spaces where they are nothing. */
    public void weigh(byte[] value, int offset, int count, WeightBuffer into) {
        for (int level = 0; level < levels; level++) {
            if (level > 0) {
                into.put(LEVEL_SEPARATOR);
            }
            weigh(level, value, offset, offset + count, into);
        }
    }

    /** Appends the first level alone: the weights of every string that begins with this one begin with them. */
    public void weighFirst(byte[] value, int offset, int count, WeightBuffer into) {
        weigh(0, value, offset, offset + count, into);
    }

    private void weigh(int level, byte[] value, int from, int end, WeightBuffer into) {
        char[] ascii = table.ascii(level);
        int at = from;
        int spaces = 0;
        while (at < end && value[at] >= 0 && ascii[value[at]] < table.sequencesFrom()) {
            int weight = ascii[value[at++]];
            spaces = put(weight, spaces, into);
        }
        if (at == end) {
            return;
        }
        WeightCursor cursor = new WeightCursor(table, level, value, at, end);
        for (int weight = cursor.next(); weight != WeightCursor.END; weight = cursor.next()) {
            spaces = put(weight, spaces, into);
        }
    }

    /** Holds spaces back until something follows them; returns how many. */
    private int put(int weight, int spaces, WeightBuffer into) {
        if (weight == space) {
            return spaces + 1;
        }
        for (int held = spaces; held > 0; held--) {
            into.put(space);
        }
        into.put(weight);
        return 0;
    }

    // ---- hashing and matching ----

    @Override
    public long hash(byte[] value, int offset, int count) {
        long hash = Hash.START;
        for (int level = 0; level < levels; level++) {
            hash = hash(Hash.add(hash, LEVEL_SEPARATOR), level, value, offset, offset + count);
        }
        return Hash.end(hash);
    }

    private long hash(long start, int level, byte[] value, int from, int end) {
        char[] ascii = table.ascii(level);
        long hash = start;
        long spaced = start; // with the spaces behind it, which count once something follows them
        int at = from;
        while (at < end && value[at] >= 0 && ascii[value[at]] < table.sequencesFrom()) {
            int weight = ascii[value[at++]];
            spaced = Hash.add(spaced, weight);
            hash = weight == space ? hash : spaced;
        }
        if (at == end) {
            return hash;
        }
        WeightCursor cursor = new WeightCursor(table, level, value, at, end);
        for (int weight = cursor.next(); weight != WeightCursor.END; weight = cursor.next()) {
            spaced = Hash.add(spaced, weight);
            hash = weight == space ? hash : spaced;
        }
        return hash;
    }

    @Override
    public boolean isSameCharacter(int left, int right) {
        return left == right || table.weighTheSame(left, right, levels);
    }
}
