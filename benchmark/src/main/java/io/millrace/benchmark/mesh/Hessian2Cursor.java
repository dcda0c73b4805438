package io.millrace.benchmark.mesh;

import io.netty.buffer.Unpooled;

/**
 * {@link CallCursor} over hessian2: texts, and maps of texts, numbers, booleans, nulls and maps.
 *
 * <p>A text is a sequence of chunks, each a count of UTF-16 units and their bytes, one to three a unit:
 * {@code 00-1f} and {@code 30-33} short and last, {@code 53} last, {@code 52} another one follows.
 *
 * <p>Source: Hessian 2.0 Serialization Protocol, section 4, as hessian-lite 3.2 writes it.
 */
final class Hessian2Cursor extends CallCursor {
    private static final int DEPTH_MAX = 16;
    private static final long HIGH_BITS = 0x8080808080808080L;

    Hessian2Cursor() {
        super(Unpooled.EMPTY_BUFFER);
    }

    @Override
    int textHash() {
        int hash = 0;
        textChars = 0;
        while (true) {
            int tag = next();
            if (tag == 'N' && textChars == 0) {
                textChars = -1;
                return 0;
            }
            int chars = chunkChars(tag);
            textStart = index;
            hash = chunkHash(hash, chars);
            textEnd = index;
            textChars += chars;
            if (tag != 0x52) {
                return hash;
            }
        }
    }

    private int chunkChars(int tag) {
        if (tag < 0x20) {
            return tag;
        }
        if (tag >= 0x30 && tag <= 0x33) {
            return (tag - 0x30) << 8 | next();
        }
        if (tag == 0x52 || tag == 0x53) {
            return next() << 8 | next();
        }
        throw new MalformedCallException("not a text: tag=0x" + Integer.toHexString(tag));
    }

    private int chunkHash(int seed, int chars) {
        int hash = seed;
        int left = chars;
        // Eight ASCII bytes at a time: contest texts are letters and digits only.
        while (left >= 8 && end - index >= 8) {
            long word = in.getLong(index);
            if ((word & HIGH_BITS) != 0) {
                break;
            }
            for (int shift = 56; shift >= 0; shift -= 8) {
                hash = 31 * hash + (int) (word >>> shift & 0x7f);
            }
            index += 8;
            left -= 8;
        }
        while (left-- > 0) {
            hash = 31 * hash + nextChar();
        }
        return hash;
    }

    private int nextChar() {
        int first = next();
        if (first < 0x80) {
            return first;
        }
        if ((first & 0xe0) == 0xc0) {
            return (first & 0x1f) << 6 | continuation();
        }
        if ((first & 0xf0) == 0xe0) {
            return (first & 0x0f) << 12 | continuation() << 6 | continuation();
        }
        throw new MalformedCallException("not a character: byte=0x" + Integer.toHexString(first));
    }

    @Override
    void skipMap() {
        int tag = next();
        if (tag == 'N') {
            return;
        }
        if (tag != 'H' && tag != 'M') {
            throw new MalformedCallException("attachments are not a map: tag=0x" + Integer.toHexString(tag));
        }
        skipEntries(tag, 0);
    }

    private void skipEntries(int tag, int depth) {
        if (depth > DEPTH_MAX) {
            throw new MalformedCallException("maps nested too deep (expected: <= " + DEPTH_MAX + ")");
        }
        if (tag == 'M') {
            skipValue(depth);
        }
        while (index < end && in.getByte(index) != 'Z') {
            skipValue(depth);
            skipValue(depth);
        }
        next();
    }

    private void skipValue(int depth) {
        int tag = next();
        if (tag == 'H' || tag == 'M') {
            skipEntries(tag, depth + 1);
        } else if (scalarLength(tag) >= 0) {
            skip(scalarLength(tag));
        } else {
            index--;
            textHash();
        }
    }

    /** Bytes after the tag of a null, boolean, int, long or double; -1 where the tag is none of these. */
    private static int scalarLength(int tag) {
        if ((tag >= 0x80 && tag <= 0xbf) || (tag >= 0xd8 && tag <= 0xef)) {
            return 0;
        }
        if ((tag >= 0xc0 && tag <= 0xcf) || tag >= 0xf0) {
            return 1;
        }
        if ((tag >= 0xd0 && tag <= 0xd7) || (tag >= 0x38 && tag <= 0x3f)) {
            return 2;
        }
        return switch (tag) {
            case 'N', 'T', 'F', 0x5b, 0x5c -> 0;
            case 0x5d -> 1;
            case 0x5e -> 2;
            case 'I', 'Y', 0x5f -> 4;
            case 'L', 'D' -> 8;
            default -> -1;
        };
    }
}
