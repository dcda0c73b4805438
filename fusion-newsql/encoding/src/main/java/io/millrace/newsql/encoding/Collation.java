package io.millrace.newsql.encoding;

import io.millrace.newsql.encoding.collation.BytewiseOrder;
import io.millrace.newsql.encoding.collation.StringOrder;
import io.millrace.newsql.encoding.collation.WeightTable;
import io.millrace.newsql.encoding.collation.WeightedOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How strings compare, as MySQL's collations of these names and numbers do; whoever finds none answers 1273.
 *
 * <p><b>Shape.</b> Strings are UTF-8, or any bytes for those that are {@link #isBytewise()}. Strings are not normalized, and a character is weighed alone.
 * <b>Threads.</b> Any. <b>Ownership.</b> Borrows the bytes for the call. <b>Errors.</b> Bytes that are not UTF-8 are an
 * {@link EncodingException} with {@code NOT_UTF8} and their index, where a call reaches them: comparing ends at the first difference.
 * The first use of a collation reads its table: an {@link IllegalStateException} says that the jar is damaged.
 *
 * <p><b>Source.</b> Unicode Technical Standard 10, versions 4.0.0 ({@code unicode_ci}) and 9.0.0 (the 0900 family); MySQL 8 where it differs.
 */
public enum Collation {
    /** Bytes, of no character set. */
    BINARY("binary", 63, false, 0, () -> new BytewiseOrder(false)),
    /** Code points. */
    UTF8MB4_BIN("utf8mb4_bin", 46, true, 0, () -> new BytewiseOrder(true)),
    /** Code points; trailing spaces count. */
    UTF8MB4_0900_BIN("utf8mb4_0900_bin", 309, false, 0, () -> new BytewiseOrder(false)),
    /** One weight a character, without accents and case; beyond the BMP all characters are the same. */
    UTF8MB4_GENERAL_CI("utf8mb4_general_ci", 45, true, 1, () -> weighted("general_ci", 1, 1, true)),
    /** UCA 4.0.0, without accents and case; beyond the BMP all characters are the same. */
    UTF8MB4_UNICODE_CI("utf8mb4_unicode_ci", 224, true, 1, () -> weighted("unicode_ci", 1, 1, true)),
    /** UCA 9.0.0, without accents and case. */
    UTF8MB4_0900_AI_CI("utf8mb4_0900_ai_ci", 255, false, 1, () -> weighted("uca_0900", 1, 1, false)),
    /** UCA 9.0.0 with accents, then case. */
    UTF8MB4_0900_AS_CS("utf8mb4_0900_as_cs", 278, false, 1, () -> weighted("uca_0900", 1, 3, false));

    private static final Map<String, Collation> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Collation::sqlName, Function.identity()));

    private final String sqlName;
    private final int id;
    private final boolean padsSpaces;
    private final int weightsVersion;
    private final Supplier<StringOrder> reader;
    private volatile @Nullable StringOrder order;

    Collation(String sqlName, int id, boolean padsSpaces, int weightsVersion, Supplier<StringOrder> reader) {
        this.sqlName = sqlName;
        this.id = id;
        this.padsSpaces = padsSpaces;
        this.weightsVersion = weightsVersion;
        this.reader = reader;
    }

    private static StringOrder weighted(String table, int version, int levels, boolean padsSpaces) {
        return new WeightedOrder(WeightTable.named(table, version), levels, padsSpaces);
    }

    /** The collation of a name, upper or lower case; empty for one that we do not have. */
    public static Optional<Collation> find(String sqlName) {
        return Optional.ofNullable(BY_NAME.get(sqlName.toLowerCase(Locale.ROOT)));
    }

    /** The collation of MySQL's number; empty for one that we do not have. */
    public static Optional<Collation> find(int id) {
        return Arrays.stream(values()).filter(collation -> collation.id == id).findFirst();
    }

    /** The name in SQL. */
    public String sqlName() {
        return sqlName;
    }

    /** MySQL's number, which its protocol sends. */
    public int id() {
        return id;
    }

    /** Whether trailing spaces are nothing (PAD SPACE; else NO PAD). */
    public boolean padsSpaces() {
        return padsSpaces;
    }

    /** Version of the weights: an index stores it, and one of another version has to be built again. 0 where bytes are compared. */
    public int weightsVersion() {
        return weightsVersion;
    }

    /** Whether keys hold the bytes themselves, not weights. Where trailing spaces are nothing, keys still leave them out. */
    public boolean isBytewise() {
        return weightsVersion == 0;
    }

    /** The order of two strings: negative, zero or positive. */
    public int compare(byte[] left, byte[] right) {
        return order().compare(left, 0, left.length, right, 0, right.length);
    }

    /** The order of two strings that lie in other bytes. */
    public int compare(byte[] left, int leftOffset, int leftCount, byte[] right, int rightOffset, int rightCount) {
        return order().compare(left, leftOffset, leftCount, right, rightOffset, rightCount);
    }

    /** The same for strings that compare as equal. For tables in memory: it may differ in the next version. */
    public long hash(byte[] value, int offset, int count) {
        return order().hash(value, offset, count);
    }

    /**
     * Whether LIKE takes one character for the other. LIKE goes character by character, so {@code 'ß' = 'ss'} and yet not {@code 'ß' LIKE 'ss'};
     * trailing spaces count in it.
     *
     * @param left a code point, or a byte from 0 for {@link #BINARY}
     * @param right the same
     */
    public boolean isSameCharacter(int left, int right) {
        return order().isSameCharacter(left, right);
    }

    /** Read when it is first asked for. */
    StringOrder order() {
        StringOrder known = order;
        if (known == null) {
            known = reader.get();
            order = known;
        }
        return known;
    }
}
