package io.millrace.newsql.encoding.collation;

import java.util.Arrays;

/** Byte by byte, unsigned: of UTF-8 that is the order of its code points. What the bytes say is not looked at. */
public final class BytewiseOrder implements StringOrder {

    private static final byte SPACE = ' ';

    private final boolean padsSpaces;

    /** Where {@code padsSpaces}, strings compare as if spaces without end followed them. */
    public BytewiseOrder(boolean padsSpaces) {
        this.padsSpaces = padsSpaces;
    }

    @Override
    public int compare(byte[] left, int leftOffset, int leftCount, byte[] right, int rightOffset, int rightCount) {
        int leftEnd = leftOffset + leftCount;
        int rightEnd = rightOffset + rightCount;
        int mismatch = Arrays.mismatch(left, leftOffset, leftEnd, right, rightOffset, rightEnd);
        if (mismatch < 0) {
            return 0;
        }
        int leftAt = leftOffset + mismatch;
        int rightAt = rightOffset + mismatch;
        if (leftAt < leftEnd && rightAt < rightEnd) {
            return (left[leftAt] & 0xFF) - (right[rightAt] & 0xFF);
        }
        if (!padsSpaces) {
            return leftCount - rightCount;
        }
        return leftAt < leftEnd
                ? compareWithSpaces(left, leftAt, leftEnd)
                : -compareWithSpaces(right, rightAt, rightEnd);
    }

    private static int compareWithSpaces(byte[] value, int from, int end) {
        for (int at = from; at < end; at++) {
            if (value[at] != SPACE) {
                return (value[at] & 0xFF) - SPACE;
            }
        }
        return 0;
    }

    @Override
    public long hash(byte[] value, int offset, int count) {
        int end = offset + count;
        while (padsSpaces && end > offset && value[end - 1] == SPACE) {
            end--;
        }
        long hash = Hash.START;
        for (int at = offset; at < end; at++) {
            hash = Hash.add(hash, value[at] & 0xFF);
        }
        return Hash.end(hash);
    }

    @Override
    public boolean isSameCharacter(int left, int right) {
        return left == right;
    }
}
