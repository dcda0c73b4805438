package io.millrace.thrift;

import java.util.Arrays;
import java.util.Random;

/** Makes of a message what a broken or hostile sender could make of it. */
final class Damage {

    private static final int[] SIZES = {
        0, 1, -1, 0x7F, 0x80, 0x7FFF, 0xFFFF, 0xFFFFFF, Integer.MAX_VALUE, Integer.MIN_VALUE
    };

    private final Random random;

    Damage(Random random) {
        this.random = random;
    }

    /** Another array, damaged in one to four places. */
    byte[] of(byte[] message) {
        byte[] bytes = message.clone();
        for (int left = 1 + random.nextInt(4); left > 0 && bytes.length > 0; left--) {
            bytes = once(bytes, random.nextInt(bytes.length));
        }
        return bytes;
    }

    private byte[] once(byte[] bytes, int at) {
        switch (random.nextInt(6)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt();
            case 2 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 3 -> {
                return without(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)));
            }
            case 4 -> {
                return twice(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(64)));
            }
            default -> {
                if (bytes.length - at >= Integer.BYTES) {
                    BigEndian.INT.set(bytes, at, SIZES[random.nextInt(SIZES.length)]);
                }
            }
        }
        return bytes;
    }

    private static byte[] without(byte[] bytes, int from, int to) {
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - (to - from));
        System.arraycopy(bytes, to, shorter, from, bytes.length - to);
        return shorter;
    }

    private static byte[] twice(byte[] bytes, int from, int to) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + (to - from));
        System.arraycopy(bytes, from, longer, to, bytes.length - from);
        return longer;
    }
}
