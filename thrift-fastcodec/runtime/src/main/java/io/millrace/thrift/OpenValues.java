package io.millrace.thrift;

import java.util.Arrays;

/**
 * The structs and containers that a finder of messages is inside of.
 *
 * <p>A struct has no types; a container has the type of the next value, that of the one after, which differ in a map, and how many are left.
 */
final class OpenValues {
    /** Readers count structs only, and a definition seldom puts more containers than this between two of them. */
    private static final int CONTAINERS_A_STRUCT = 3;

    private final int depthMax;
    private byte[] nextTypes = new byte[16];
    private byte[] otherTypes = new byte[16];
    private long[] left = new long[16];
    private int depth;

    OpenValues(ThriftLimits limits) {
        this.depthMax = limits.depth() * (1 + CONTAINERS_A_STRUCT);
    }

    /** Opens a container of {@code values} values, or a struct with STOP for types; false if that is too deep. */
    boolean push(int type, int otherType, long values) {
        if (depth == depthMax) {
            return false;
        }
        if (depth == left.length) {
            nextTypes = Arrays.copyOf(nextTypes, depth * 2);
            otherTypes = Arrays.copyOf(otherTypes, depth * 2);
            left = Arrays.copyOf(left, depth * 2);
        }
        nextTypes[depth] = (byte) type;
        otherTypes[depth] = (byte) otherType;
        left[depth++] = values;
        return true;
    }

    String tooDeep() {
        return "too deep: structs and containers=" + (depth + 1) + " (expected: <= " + depthMax + ")";
    }

    /** A struct ends; whether it was the outermost. */
    boolean close() {
        depth--;
        return depth == 0;
    }

    /** The type of the next value of the innermost container that is not at its end, or STOP if a struct's field comes next; there is always an open struct around. */
    int next() {
        while (true) {
            int top = depth - 1;
            byte type = nextTypes[top];
            if (type == WireType.STOP) {
                return WireType.STOP;
            }
            if (left[top] > 0) {
                left[top]--;
                nextTypes[top] = otherTypes[top];
                otherTypes[top] = type;
                return type;
            }
            depth--;
        }
    }

    void clear() {
        depth = 0;
    }
}
