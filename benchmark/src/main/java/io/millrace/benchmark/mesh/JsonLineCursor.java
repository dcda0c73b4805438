package io.millrace.benchmark.mesh;

import io.netty.buffer.Unpooled;

/** {@link CallCursor} over Dubbo's fastjson body: each value is a JSON text and a line feed. */
final class JsonLineCursor extends CallCursor {
    JsonLineCursor() {
        super(Unpooled.EMPTY_BUFFER);
    }

    @Override
    int textHash() {
        int first = next();
        if (first == 'n') {
            textChars = -1;
            skipLine();
            return 0;
        }
        if (first != '"') {
            throw new MalformedCallException("not a JSON text: first=0x" + Integer.toHexString(first));
        }
        textStart = index;
        int hash = quotedHash();
        textEnd = index - 1;
        endLine();
        return hash;
    }

    private int quotedHash() {
        int hash = 0;
        textChars = 0;
        for (int b = next(); b != '"'; b = next()) {
            int unit = b < 0x80 ? (b == '\\' ? escaped() : b) : utf8(b);
            if (unit > 0xffff) {
                hash = 31 * hash + Character.highSurrogate(unit);
                unit = Character.lowSurrogate(unit);
                textChars++;
            }
            hash = 31 * hash + unit;
            textChars++;
        }
        return hash;
    }

    private int escaped() {
        int tag = next();
        return switch (tag) {
            case '"', '\\', '/' -> tag;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hex() << 12 | hex() << 8 | hex() << 4 | hex();
            default -> throw new MalformedCallException("not an escape: 0x" + Integer.toHexString(tag));
        };
    }

    private int hex() {
        int digit = Character.digit(next(), 16);
        if (digit < 0) {
            throw new MalformedCallException("not a hexadecimal digit: at=" + (index - 1));
        }
        return digit;
    }

    private int utf8(int first) {
        if ((first & 0xe0) == 0xc0) {
            return (first & 0x1f) << 6 | continuation();
        }
        if ((first & 0xf0) == 0xe0) {
            return (first & 0x0f) << 12 | continuation() << 6 | continuation();
        }
        return (first & 0x07) << 18 | continuation() << 12 | continuation() << 6 | continuation();
    }

    @Override
    void skipMap() {
        int first = next();
        if (first != '{' && first != 'n') {
            throw new MalformedCallException("attachments are not a map: first=0x" + Integer.toHexString(first));
        }
        skipLine();
    }

    private void skipLine() {
        int feed = in.indexOf(index, end, (byte) '\n');
        // fastjson may leave the last line without its feed.
        index = feed < 0 ? end : feed + 1;
    }

    private void endLine() {
        if (index < end && in.getByte(index) == '\r') {
            index++;
        }
        if (index < end && next() != '\n') {
            throw new MalformedCallException("a JSON text does not end its line: at=" + (index - 1));
        }
    }
}
