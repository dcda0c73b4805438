package io.millrace.newsql.encoding.collation;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Weights of all characters, on one level or more. <b>Threads.</b> Immutable; any. */
public final class WeightTable {

    private static final Map<String, WeightTable> READ = new ConcurrentHashMap<>();

    /** Entry of a character whose page is not listed: above all entries of tables. */
    private static final int NO_PAGE = Character.MAX_VALUE + 1;

    private final Unlisted unlisted;
    private final char[][] sequences;
    private final char[][][] pages;
    private final char[][] ascii;

    /**
     * Takes the arrays.
     *
     * @param pages by level and code point / 256; empty where no character of a page is listed. The first is listed
     */
    WeightTable(Unlisted unlisted, char[][] sequences, char[][][] pages) {
        this.unlisted = unlisted;
        this.sequences = sequences;
        this.pages = pages;
        this.ascii = new char[pages.length][];
        for (int level = 0; level < pages.length; level++) {
            ascii[level] = pages[level][0];
        }
    }

    /**
     * The table of this name, read when it is first asked for.
     *
     * @throws IllegalStateException for a resource that is missing, damaged or of another version
     */
    public static WeightTable named(String name, int version) {
        return READ.computeIfAbsent(name, missing -> WeightTableReader.readResource(missing, version));
    }

    int levels() {
        return pages.length;
    }

    /** Entries from here on are no weights. */
    int sequencesFrom() {
        return unlisted.sequencesFrom;
    }

    /** Lends the entries of the first page. */
    char[] ascii(int level) {
        return ascii[level];
    }

    /** A weight where it is below {@link #sequencesFrom}; else {@link #weights} says more. */
    int entry(int codePoint, int level) {
        char[] page = pages[level][codePoint >> WeightTableDescriptor.PAGE_SHIFT];
        return page.length == 0 ? NO_PAGE : page[codePoint & WeightTableDescriptor.PAGE_MASK];
    }

    /** Whether an entry that is no weight is a sequence; otherwise the rule for what is not listed weighs the character. */
    static boolean isSequence(int entry) {
        return entry < WeightTableDescriptor.UNLISTED_ENTRY;
    }

    /** Lends the weights behind an entry that is a sequence. */
    char[] sequence(int entry) {
        return sequences[entry - WeightTableDescriptor.SEQUENCES];
    }

    /** Lends all sequences. */
    List<char[]> sequences() {
        return List.of(sequences);
    }

    /** Writes the weights of a character that is not listed and returns how many. */
    int weighUnlisted(int codePoint, int level, char[] into) {
        return unlisted.weigh(codePoint, level, this, into);
    }

    /** The weight of a character that has one. */
    char weight(int codePoint, int level) {
        int entry = entry(codePoint, level);
        assert entry < unlisted.sequencesFrom : "codePoint=" + codePoint;
        return (char) entry;
    }

    /** Whether two different characters weigh the same on so many levels, as LIKE sees it. */
    boolean weighTheSame(int left, int right, int levels) {
        if (unlisted.matchesByWeight) {
            return single(left) == single(right);
        }
        for (int level = 0; level < levels; level++) {
            int entry = entry(left, level);
            // No two sequences are the same; of what is not listed, LIKE looks at the code points.
            if (entry >= WeightTableDescriptor.UNLISTED_ENTRY || entry != entry(right, level)) {
                return false;
            }
        }
        return true;
    }

    private int single(int codePoint) {
        int entry = entry(codePoint, 0);
        return entry < unlisted.sequencesFrom ? entry : Unlisted.itself(codePoint);
    }
}
