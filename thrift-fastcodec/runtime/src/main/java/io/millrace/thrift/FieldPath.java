package io.millrace.thrift;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Finds the field in which a byte of a binary message lies, by walking from the start once more: errors are rare, so readers need not
 * know where they are.
 *
 * <p>The walk trusts nothing behind the byte and has no recursion; it ends where the message makes no sense.
 */
final class FieldPath {
    /** Steps of a path that are named; the rest of a deeper one is an ellipsis. */
    private static final int SHOWN = 64;

    /** Place in a struct that is no field's. */
    private static final int BETWEEN = Integer.MIN_VALUE;

    /** One open struct ({@code count == 0}) or container, with the element or the field that is being read. */
    private static final class Level {
        private final int type;
        private final int keyType;
        private final int valueType;
        private final int count;

        /** Field id or {@link #BETWEEN}; element, or twice the entry and 1 more at its value. */
        private int place;

        private Level(int type, int keyType, int valueType, int count) {
            this.type = type;
            this.keyType = keyType;
            this.valueType = valueType;
            this.count = count;
            this.place = type == WireType.STRUCT ? BETWEEN : -1;
        }
    }

    private final byte[] bytes;
    private final int target;
    private final Deque<Level> open = new ArrayDeque<>();
    private int at;

    private FieldPath(byte[] bytes, int start, int target) {
        this.bytes = bytes;
        this.target = Math.min(target, bytes.length);
        this.at = start;
    }

    /** The path of the byte at {@code target} in the struct that begins at {@code start}. */
    static String to(byte[] bytes, int start, int target) {
        FieldPath path = new FieldPath(bytes, start, target);
        path.open.push(new Level(WireType.STRUCT, 0, 0, 0));
        path.walk();
        path.step();
        return path.text();
    }

    private void walk() {
        while (at < target && !open.isEmpty()) {
            Level level = open.element();
            int type = level.type == WireType.STRUCT ? nextField(level) : nextElement(level);
            if (type < 0) {
                return;
            }
            if (type == WireType.STOP) {
                if (open.size() == 1) {
                    return;
                }
                open.pop();
                done(open.element());
            } else if (!value(type)) {
                return;
            } else if (open.element() == level) {
                done(level);
            }
        }
    }

    /** If the target is the first byte of an element, the path is that element's, not the one's before. */
    private void step() {
        while (at == target && open.size() > 1 && open.element().type != WireType.STRUCT) {
            if (nextElement(open.element()) != WireType.STOP) {
                return;
            }
            open.pop();
            done(open.element());
        }
    }

    private static void done(Level level) {
        if (level.type == WireType.STRUCT) {
            level.place = BETWEEN;
        }
    }

    /** The type of the next field, STOP, or -1 if the target lies in its header. */
    private int nextField(Level level) {
        int type = bytes[at++];
        if (type == WireType.STOP) {
            return WireType.STOP;
        }
        if (at > target - 2) {
            return -1;
        }
        level.place = (short) BigEndian.SHORT.get(bytes, at);
        at += 2;
        return type;
    }

    /** The type of the next element, or STOP behind the last. */
    private static int nextElement(Level level) {
        level.place++;
        boolean map = level.type == WireType.MAP;
        if (level.place >= (map ? 2L * level.count : level.count)) {
            return WireType.STOP;
        }
        return map && level.place % 2 == 0 ? level.keyType : level.valueType;
    }

    /** Steps over a value or into it; false if the target lies in it and there is no further to go. */
    private boolean value(int type) {
        int fixed = WireType.fixed(type);
        if (fixed > 0) {
            return over(fixed);
        }
        int header = WireType.smallest(type);
        if (type == WireType.STRUCT) {
            open.push(new Level(type, 0, 0, 0));
            return true;
        }
        if (header == 0 || header > target - at) {
            return false;
        }
        int size = (int) BigEndian.INT.get(bytes, at + header - 4);
        if (type == WireType.STRING) {
            return size >= 0 && over(4L + size);
        }
        int keyType = bytes[at];
        int valueType = type == WireType.MAP ? bytes[at + 1] : keyType;
        at += header;
        if (size > 0) {
            open.push(new Level(type, keyType, valueType, size));
        }
        return true;
    }

    private boolean over(long length) {
        if (length > target - at) {
            return false;
        }
        at += (int) length;
        return true;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (Iterator<Level> levels = open.descendingIterator(); levels.hasNext() && shown <= SHOWN; shown++) {
            Level level = levels.next();
            if (shown == SHOWN) {
                text.append('…');
            } else if (level.place == -1 && level.type != WireType.STRUCT) {
                break;
            } else {
                append(text, level);
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Level level) {
        switch (level.type) {
            case WireType.STRUCT -> {
                if (level.place != BETWEEN) {
                    text.append(text.isEmpty() ? "" : ".").append(level.place);
                }
            }
            case WireType.MAP -> text.append('{').append(level.place / 2).append(level.place % 2 == 0 ? " key}" : "}");
            default -> text.append('[').append(level.place).append(']');
        }
    }
}
