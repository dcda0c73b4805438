package io.millrace.newsql.encoding;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;

/** The columns that the tests make keys of: how each draws values, writes, reads and compares them. Values are biased to edges. */
enum KeyColumn {
    SIGNED {
        @Override
        Object draw(Random random) {
            return edgy(random);
        }

        @Override
        void put(KeyEncoder to, Object value, KeyOrder order) {
            to.putSigned((Long) value, order);
        }

        @Override
        Object read(KeyDecoder from, KeyOrder order) {
            return from.readSigned(order);
        }

        @Override
        int compare(Object left, Object right) {
            return Long.compare((Long) left, (Long) right);
        }
    },
    UNSIGNED {
        @Override
        Object draw(Random random) {
            return edgy(random);
        }

        @Override
        void put(KeyEncoder to, Object value, KeyOrder order) {
            to.putUnsigned((Long) value, order);
        }

        @Override
        Object read(KeyDecoder from, KeyOrder order) {
            return from.readUnsigned(order);
        }

        @Override
        int compare(Object left, Object right) {
            return Long.compareUnsigned((Long) left, (Long) right);
        }
    },
    DOUBLE {
        private final double[] edges = {
            0.0,
            -0.0,
            1,
            -1,
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY
        };

        @Override
        Object draw(Random random) {
            double any = Double.longBitsToDouble(random.nextLong());
            return random.nextBoolean() || Double.isNaN(any) ? edges[random.nextInt(edges.length)] : any;
        }

        @Override
        void put(KeyEncoder to, Object value, KeyOrder order) {
            to.putDouble((Double) value, order);
        }

        @Override
        Object read(KeyDecoder from, KeyOrder order) {
            return from.readDouble(order);
        }

        @Override
        int compare(Object left, Object right) {
            double one = (Double) left;
            double other = (Double) right;
            return one < other ? -1 : one > other ? 1 : 0;
        }
    },
    DECIMAL {
        private final DecimalLayout layout = new DecimalLayout(30, 10);

        @Override
        Object draw(Random random) {
            BigInteger unscaled =
                    new BigInteger(random.nextInt(66), random); // below 10^20: 20 digits and a scale of 10 fit
            return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), random.nextInt(11));
        }

        @Override
        void put(KeyEncoder to, Object value, KeyOrder order) {
            to.putDecimal((BigDecimal) value, layout, order);
        }

        @Override
        Object read(KeyDecoder from, KeyOrder order) {
            return from.readDecimal(layout, order);
        }

        @Override
        int compare(Object left, Object right) {
            return ((BigDecimal) left).compareTo((BigDecimal) right);
        }
    },
    BYTES {
        @Override
        Object draw(Random random) {
            return fewValues(random, 26);
        }

        @Override
        void put(KeyEncoder to, Object value, KeyOrder order) {
            byte[] bytes = (byte[]) value;
            to.putBytes(bytes, 0, bytes.length, order);
        }

        @Override
        Object read(KeyDecoder from, KeyOrder order) {
            return from.readBytes(order);
        }

        @Override
        int compare(Object left, Object right) {
            return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
        }
    },
    PADDED {
        private final byte[] space = {' '};

        @Override
        Object draw(Random random) {
            return fewValues(random, 26);
        }

        @Override
        void put(KeyEncoder to, Object value, KeyOrder order) {
            byte[] bytes = (byte[]) value;
            to.putPadded(bytes, 0, bytes.length, space, order);
        }

        @Override
        Object read(KeyDecoder from, KeyOrder order) {
            from.skipPadded(order);
            return UNREADABLE;
        }

        @Override
        int compare(Object left, Object right) {
            return Arrays.compareUnsigned(padded((byte[]) left), padded((byte[]) right));
        }

        private byte[] padded(byte[] bytes) {
            byte[] padded = Arrays.copyOf(bytes, 40);
            Arrays.fill(padded, bytes.length, padded.length, (byte) ' ');
            return padded;
        }
    };

    /** Read from a column whose bytes do not say its value. */
    static final Object UNREADABLE = new Object();

    private static final byte[] ALPHABET = {0, 1, 'a', ' ', ' ', (byte) 0xFE, (byte) 0xFF};

    abstract Object draw(Random random);

    abstract void put(KeyEncoder to, Object value, KeyOrder order);

    abstract Object read(KeyDecoder from, KeyOrder order);

    abstract int compare(Object left, Object right);

    /** Order of values and NULL, which is null here. */
    Comparator<Object> comparator(KeyOrder order) {
        Comparator<Object> ascending = Comparator.nullsFirst(this::compare);
        return order == KeyOrder.ASCENDING ? ascending : ascending.reversed();
    }

    private static long edgy(Random random) {
        long edge = new long[] {0, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, 256}[random.nextInt(5)];
        return random.nextBoolean() ? edge + random.nextInt(5) - 2 : random.nextLong();
    }

    /** Of few different bytes, so that beginnings are often equal. */
    private static byte[] fewValues(Random random, int longest) {
        byte[] bytes = new byte[random.nextInt(longest + 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return bytes;
    }
}
