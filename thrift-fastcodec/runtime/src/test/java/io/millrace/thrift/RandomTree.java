package io.millrace.thrift;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Random values of a {@link Shape}: structs are maps by id, strings and binaries are byte buffers, all else is what Java has for it.
 */
final class RandomTree {
    private static final int NESTING_MAX = 5;

    private final Random random;
    private final int sizeMax;

    RandomTree(Random random, int sizeMax) {
        this.random = random;
        this.sizeMax = sizeMax;
    }

    Map<Integer, Object> struct(Shape shape) {
        return struct(shape, 0);
    }

    private Map<Integer, Object> struct(Shape shape, int nesting) {
        Map<Integer, Object> fields = new TreeMap<>();
        if (shape.fields().get(0).presence() == Shape.Presence.UNION) {
            put(fields, shape.fields().get(random.nextInt(shape.fields().size())), nesting);
            return fields;
        }
        for (Shape.Field field : shape.fields()) {
            boolean there = field.presence() == Shape.Presence.ALWAYS || nesting < NESTING_MAX && random.nextInt(3) > 0;
            if (there) {
                put(fields, field, nesting);
            }
        }
        return fields;
    }

    private void put(Map<Integer, Object> fields, Shape.Field field, int nesting) {
        fields.put(field.id(), value(field.shape().get(), nesting));
    }

    private Object value(Shape shape, int nesting) {
        return switch (shape.type()) {
            case WireType.BOOL -> random.nextBoolean();
            case WireType.BYTE -> (byte) random.nextInt();
            case WireType.I16 -> (short) number();
            case WireType.I32 -> (int) number();
            case WireType.I64 -> number();
            case WireType.DOUBLE -> random.nextInt(8) == 0 ? Double.NaN : random.nextGaussian();
            case WireType.UUID -> new UUID(random.nextLong(), random.nextLong());
            case WireType.STRING -> ByteBuffer.wrap(shape.text() ? text() : bytes());
            case WireType.STRUCT -> struct(shape, nesting + 1);
            case WireType.MAP -> map(shape, nesting + 1);
            case WireType.SET -> set(shape, nesting + 1);
            default -> list(shape, nesting + 1);
        };
    }

    /** Of any number of digits, so that varints of every length come. */
    private long number() {
        return random.nextLong() >> random.nextInt(64);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[size()];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] text() {
        int[] points = random.ints(size(), 0, 4).map(this::point).toArray();
        return new String(points, 0, points.length).getBytes(StandardCharsets.UTF_8);
    }

    private int point(int kind) {
        return switch (kind) {
            case 1 -> random.nextInt(8) == 0 ? 0x80 + random.nextInt(0x700) : 'a';
            case 2 -> random.nextInt(8) == 0 ? 0x4E00 + random.nextInt(0x5000) : 'b';
            case 3 -> random.nextInt(16) == 0 ? 0x1F300 + random.nextInt(0x100) : 'c';
            default -> random.nextInt(0x80);
        };
    }

    private int size() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(sizeMax);
    }

    /** Smaller the deeper it is. */
    private int size(int nesting) {
        return Math.min(size() >> nesting - 1, 1 << 7 - nesting);
    }

    private List<Object> list(Shape shape, int nesting) {
        List<Object> list = new ArrayList<>();
        for (int left = size(nesting); left > 0; left--) {
            list.add(value(shape.arguments().get(0), nesting));
        }
        return list;
    }

    private Set<Object> set(Shape shape, int nesting) {
        return new LinkedHashSet<>(list(shape, nesting));
    }

    private Map<Object, Object> map(Shape shape, int nesting) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int left = size(nesting); left > 0; left--) {
            map.put(
                    value(shape.arguments().get(0), nesting),
                    value(shape.arguments().get(1), nesting));
        }
        return map;
    }
}
