package io.millrace.thrift;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers in network order inside byte arrays, one at a time and many.
 *
 * <p>The loops stand alone, over an {@code int} and nothing else, because only then does the compiler of JDK 25 turn them into vector instructions that keep up
 * with a copy of memory. 17 does not; nothing that it offers without an incubator's module is faster there.
 */
final class BigEndian {
    static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle DOUBLE = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);

    /** Eight bytes at once, where only "is any of them above 127" is asked. */
    static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private BigEndian() {}

    static void put(long[] from, int index, int count, byte[] to, int at) {
        for (int i = 0; i < count; i++) {
            LONG.set(to, at + (i << 3), from[index + i]);
        }
    }

    static void get(byte[] from, int at, long[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = (long) LONG.get(from, at + (i << 3));
        }
    }

    static void put(int[] from, int index, int count, byte[] to, int at) {
        for (int i = 0; i < count; i++) {
            INT.set(to, at + (i << 2), from[index + i]);
        }
    }

    static void get(byte[] from, int at, int[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = (int) INT.get(from, at + (i << 2));
        }
    }

    static void put(short[] from, int index, int count, byte[] to, int at) {
        for (int i = 0; i < count; i++) {
            SHORT.set(to, at + (i << 1), from[index + i]);
        }
    }

    static void get(byte[] from, int at, short[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = (short) SHORT.get(from, at + (i << 1));
        }
    }

    static void put(double[] from, int index, int count, byte[] to, int at) {
        for (int i = 0; i < count; i++) {
            LONG.set(to, at + (i << 3), Double.doubleToRawLongBits(from[index + i]));
        }
    }

    static void get(byte[] from, int at, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = Double.longBitsToDouble((long) LONG.get(from, at + (i << 3)));
        }
    }

    static void put(boolean[] from, int index, int count, byte[] to, int at) {
        for (int i = 0; i < count; i++) {
            to[at + i] = (byte) (from[index + i] ? 1 : 0);
        }
    }

    /** True is 1 and nothing else, as in Apache Java. */
    static void get(byte[] from, int at, boolean[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[at + i] == 1;
        }
    }
}
