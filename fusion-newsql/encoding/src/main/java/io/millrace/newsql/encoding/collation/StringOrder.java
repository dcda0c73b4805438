package io.millrace.newsql.encoding.collation;

/** How the strings of one collation compare. <b>Threads.</b> Any. <b>Ownership.</b> Borrows the bytes for the call. */
public sealed interface StringOrder permits BytewiseOrder, WeightedOrder {

    /** The strings' order: negative, zero or positive. */
    int compare(byte[] left, int leftOffset, int leftCount, byte[] right, int rightOffset, int rightCount);

    /** The same for strings that compare as equal. */
    long hash(byte[] value, int offset, int count);

    /** Whether LIKE takes one character for the other. */
    boolean isSameCharacter(int left, int right);
}
