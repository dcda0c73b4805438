package io.millrace.newsql.encoding.collation;

/** Goes through the weights of a string on one level. <b>Ownership.</b> Borrows the string. */
final class WeightCursor {

    /** Behind the last weight: below all of them. */
    static final int END = -1;

    private static final char[] NONE = {};

    private final WeightTable table;
    private final int level;
    private final byte[] value;
    private final int end;
    private int at;

    // What is left of a character of several weights.
    private char[] rest = NONE;
    private int restAt;
    private int restCount;
    private char[] computed = NONE;

    WeightCursor(WeightTable table, int level, byte[] value, int from, int end) {
        this.table = table;
        this.level = level;
        this.value = value;
        this.at = from;
        this.end = end;
    }

    /** The next weight, or {@link #END}. */
    int next() {
        if (restAt < restCount) {
            return rest[restAt++];
        }
        while (at < end) {
            int codePoint = Utf8.codePoint(value, at, end);
            at += Utf8.length(codePoint);
            int entry = table.entry(codePoint, level);
            if (entry < table.sequencesFrom()) {
                return entry;
            }
            weigh(codePoint, entry);
            if (restAt < restCount) {
                return rest[restAt++];
            }
        }
        return END;
    }

    private void weigh(int codePoint, int entry) {
        restAt = 0;
        if (WeightTable.isSequence(entry)) {
            rest = table.sequence(entry);
            restCount = rest.length;
        } else {
            computed = computed.length == 0 ? new char[Unlisted.WEIGHTS_MAX] : computed;
            restCount = table.weighUnlisted(codePoint, level, computed);
            rest = computed;
        }
    }
}
