package io.millrace.newsql.encoding.collation;

/** What a character weighs that no table lists. The order of the constants is the number of the rule in a table. */
enum Unlisted {
    /** Its own code point, and the replacement character beyond the BMP: {@code general_ci}. */
    ITSELF(Character.MAX_VALUE + 1, true) {
        @Override
        int weigh(int codePoint, int level, WeightTable table, char[] into) {
            into[0] = itself(codePoint);
            return 1;
        }
    },

    /** Two weights by the blocks of Han of 2003, and the replacement character beyond the BMP: {@code unicode_ci}. */
    UCA_4_0_0(WeightTableDescriptor.SEQUENCES, false) {
        @Override
        int weigh(int codePoint, int level, WeightTable table, char[] into) {
            if (codePoint > Character.MAX_VALUE) {
                into[0] = REPLACEMENT;
                return 1;
            }
            return pair(base(codePoint), codePoint, into);
        }

        private int base(int codePoint) {
            if (codePoint >= 0x4E00 && codePoint <= 0x9FA5) {
                return CORE_HAN;
            }
            return codePoint >= 0x3400 && codePoint <= 0x4DB5 ? OTHER_HAN : NOT_HAN;
        }
    },

    /** Hangul by its letters, Tangut and Han by their blocks of 2016, all of Unicode: the collations of 0900. */
    UCA_9_0_0(WeightTableDescriptor.SEQUENCES, false) {
        @Override
        int weigh(int codePoint, int level, WeightTable table, char[] into) {
            if (codePoint >= HANGUL_FIRST && codePoint <= HANGUL_LAST) {
                return letters(codePoint - HANGUL_FIRST, level, table, into);
            }
            if (level > 0) {
                into[0] = LEVEL_WEIGHTS[level];
                return 1;
            }
            if (codePoint >= 0x17000 && codePoint <= 0x18AFF) {
                into[0] = TANGUT;
                into[1] = (char) (codePoint - 0x17000 | 0x8000);
                return 2;
            }
            return pair(base(codePoint), codePoint, into);
        }

        /** A syllable weighs what its leading consonant, vowel and trailing consonant do, one weight each. */
        private int letters(int syllable, int level, WeightTable table, char[] into) {
            int trailing = syllable % TRAILING_COUNT;
            into[0] = table.weight(LEADING_FIRST + syllable / (VOWEL_COUNT * TRAILING_COUNT), level);
            into[1] = table.weight(VOWEL_FIRST + syllable / TRAILING_COUNT % VOWEL_COUNT, level);
            if (trailing == 0) {
                return 2;
            }
            into[2] = table.weight(TRAILING_BASE + trailing, level);
            return 3;
        }

        private int base(int codePoint) {
            if (codePoint >= 0x4E00 && codePoint <= 0x9FD5 || codePoint >= 0xFA0E && codePoint <= 0xFA29) {
                return CORE_HAN;
            }
            boolean han = codePoint >= 0x3400 && codePoint <= 0x4DB5
                    || codePoint >= 0x20000 && codePoint <= 0x2A6D6
                    || codePoint >= 0x2A700 && codePoint <= 0x2B734
                    || codePoint >= 0x2B740 && codePoint <= 0x2B81D
                    || codePoint >= 0x2B820 && codePoint <= 0x2CEA1;
            return han ? OTHER_HAN : NOT_HAN;
        }
    };

    /** Most weights of one character on one level. */
    static final int WEIGHTS_MAX = 3;

    private static final char REPLACEMENT = 0xFFFD;
    private static final char TANGUT = 0xFB00;
    private static final int CORE_HAN = 0xFB40;
    private static final int OTHER_HAN = 0xFB80;
    private static final int NOT_HAN = 0xFBC0;
    private static final char[] LEVEL_WEIGHTS = {0, 0x20, 0x02};

    private static final int HANGUL_FIRST = 0xAC00;
    private static final int HANGUL_LAST = 0xD7A3;
    private static final int LEADING_FIRST = 0x1100;
    private static final int VOWEL_FIRST = 0x1161;
    private static final int VOWEL_COUNT = 21;
    private static final int TRAILING_BASE = 0x11A7;
    private static final int TRAILING_COUNT = 28;

    /** Entries of a table from here on are no weights. */
    final int sequencesFrom;

    /** Whether LIKE looks at the weights of characters that are not listed; otherwise each is only itself. */
    final boolean matchesByWeight;

    Unlisted(int sequencesFrom, boolean matchesByWeight) {
        this.sequencesFrom = sequencesFrom;
        this.matchesByWeight = matchesByWeight;
    }

    /** Writes the weights of one level and returns how many. */
    abstract int weigh(int codePoint, int level, WeightTable table, char[] into);

    /** The only weight of a character that weighs what it is. */
    static char itself(int codePoint) {
        return codePoint > Character.MAX_VALUE ? REPLACEMENT : (char) codePoint;
    }

    private static int pair(int base, int codePoint, char[] into) {
        into[0] = (char) (base + (codePoint >> 15));
        into[1] = (char) (codePoint & 0x7FFF | 0x8000);
        return 2;
    }
}
