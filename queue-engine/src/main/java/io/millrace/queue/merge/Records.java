package io.millrace.queue.merge;

/** The header of a record in the log. */
final class Records {
    private static final int HEADER = 4;
    private static final int ALIGNMENT = 8;
    private static final int LENGTH = 0xFF_FFFF;
    private static final int TYPE_SHIFT = 24;

    private Records() {}

    static int headerLength() {
        return HEADER;
    }

    static int header(int type, int length) {
        return type << TYPE_SHIFT | length;
    }

    static int length(int header) {
        return header & LENGTH;
    }

    static int type(int header) {
        return header >>> TYPE_SHIFT;
    }

    static int alignedLength(int length) {
        return length + HEADER + ALIGNMENT - 1 & -ALIGNMENT;
    }
}
