package io.millrace.mesh.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Walks one Hessian 2.0 value and writes it as JSON, without making any object of the classes that it names.
 *
 * <p>Objects and maps become JSON objects, lists arrays, dates ISO 8601 in UTC, binary data Base64, {@code BigDecimal} and
 * {@code BigInteger} numbers; a number that JSON has no form for (NaN, infinities) becomes a string. An enum is an object with its
 * {@code name}, as on the wire.
 *
 * <p><b>References</b>: a value that stands in the stream once and is referred to again is written again, by walking its bytes
 * once more. That would never end for a cycle and may explode for a graph of many references, so depth ({@value #MAX_DEPTH}) and the
 * bytes written are bounded, and both limits are errors.
 *
 * <p><b>Ownership</b>: borrows both buffers. <b>Threads</b>: one.
 */
final class HessianText {
    static final int MAX_DEPTH = 64;
    /** A table of this many names or values in one result is no result. */
    private static final int MAX_TABLE = 1 << 20;
    /** Longest number, in characters or bytes: turning binary into decimal digits takes time that grows with the square. */
    private static final int MAX_DIGITS = 4096;

    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*+)(\\.[0-9]++)?([eE][+-]?[0-9]++)?");

    private final HessianReader in;
    private final ByteBuf out;
    private final int outLimit;
    private final List<ClassDefinition> classes = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    /** Where each list, map and object starts, in the order in which references count them. */
    private final List<Integer> starts = new ArrayList<>();
    /** While above 0 a value is walked anew: its definitions and references are known already. */
    private int replays;
    /** While above 0 nothing is written. */
    private int muted;

    private char highSurrogate;

    HessianText(HessianReader in, ByteBuf out, int mostBytes) {
        this.in = in;
        this.out = out;
        this.outLimit = out.writerIndex() + mostBytes;
    }

    /** Writes the next value as JSON. */
    void writeValue() {
        value(0);
    }

    /**
     * Reads the next value as an exception: its class and its message, {@code java.lang.IllegalStateException: no such user}.
     */
    String readThrowable() {
        int tag = in.next();
        while (tag == 'C') {
            define();
            tag = in.next();
        }
        if (tag != 'O' && (tag < 0x60 || tag > 0x6F)) {
            return "exception of an unknown form";
        }
        starts.add(in.position() - 1);
        ClassDefinition definition = classOf(tag);
        String message = "";
        for (String field : definition.fields()) {
            if (field.equals("detailMessage") && HessianReader.isString(in.peek())) {
                message = in.readString();
            } else {
                muted++;
                value(1);
                muted--;
            }
        }
        return message.isEmpty() ? definition.name() : definition.name() + ": " + message;
    }

    private void value(int depth) {
        if (depth > MAX_DEPTH) {
            throw new DubboFormatException("result is nested deeper than " + MAX_DEPTH + " or refers to itself");
        }
        if (out.writerIndex() > outLimit) {
            throw new DubboFormatException("result is too large as JSON (limit: " + outLimit + " bytes)");
        }
        int tag = in.next();
        while (tag == 'C') {
            define();
            tag = in.next();
        }
        if (HessianReader.isString(tag)) {
            string(tag);
        } else if (HessianReader.isInt(tag)) {
            ascii(Integer.toString(in.intOf(tag)));
        } else if (HessianReader.isLong(tag)) {
            ascii(Long.toString(in.longOf(tag)));
        } else if (HessianReader.isDouble(tag)) {
            number(in.doubleOf(tag));
        } else if (HessianReader.isBinary(tag)) {
            raw('"');
            in.readBinary(tag, out, muted == 0);
            raw('"');
        } else if (tag >= 0x60 && tag <= 0x6F || tag == 'O') {
            object(tag, depth);
        } else {
            other(tag, depth);
        }
    }

    private void other(int tag, int depth) {
        switch (tag) {
            case 'N' -> ascii("null");
            case 'T' -> ascii("true");
            case 'F' -> ascii("false");
            case 'J', 'K' -> ascii('"' + Instant.ofEpochMilli(in.dateOf(tag)).toString() + '"');
            case 'Q' -> reference(depth);
            case 'H' -> map(depth);
            case 'M' -> {
                int start = in.position() - 1;
                type();
                mapFrom(start, depth);
            }
            case 'U' -> {
                int start = in.position() - 1;
                type();
                list(start, -1, depth);
            }
            case 'V' -> {
                int start = in.position() - 1;
                type();
                fixedList(start, depth);
            }
            case 0x57 -> list(in.position() - 1, -1, depth);
            case 0x58 -> fixedList(in.position() - 1, depth);
            default -> {
                if (tag < 0x70 || tag > 0x7F) {
                    throw in.unexpected(tag, "a value");
                }
                int start = in.position() - 1;
                if (tag <= 0x77) {
                    type();
                }
                list(start, tag & 0x07, depth);
            }
        }
    }

    /** A list of known length; a negative one is malformed. */
    private void fixedList(int start, int depth) {
        int length = in.readInt();
        if (length < 0) {
            throw new DubboFormatException("list of negative length: " + length + " at byte " + start);
        }
        list(start, length, depth);
    }

    private void list(int start, int length, int depth) {
        counted(start);
        raw('[');
        for (int i = 0; length < 0 ? in.peek() != 'Z' : i < length; i++) {
            if (i > 0) {
                raw(',');
            }
            value(depth + 1);
        }
        if (length < 0) {
            in.next();
        }
        raw(']');
    }

    private void map(int depth) {
        mapFrom(in.position() - 1, depth);
    }

    private void mapFrom(int start, int depth) {
        counted(start);
        raw('{');
        for (int i = 0; in.peek() != 'Z'; i++) {
            if (i > 0) {
                raw(',');
            }
            key(depth);
            raw(':');
            value(depth + 1);
        }
        in.next();
        raw('}');
    }

    /** A key that is a scalar becomes its text; JSON has no other keys. */
    private void key(int depth) {
        int tag = in.peek();
        if (HessianReader.isString(tag)) {
            value(depth + 1);
        } else if (HessianReader.isInt(tag) || HessianReader.isLong(tag) || tag == 'T' || tag == 'F' || tag == 'N') {
            raw('"');
            value(depth + 1);
            raw('"');
        } else {
            throw new DubboFormatException("result has a map key that JSON has no form for: tag 0x"
                    + Integer.toHexString(tag) + " at byte " + in.position());
        }
    }

    private void object(int tag, int depth) {
        int start = in.position() - 1;
        ClassDefinition definition = classOf(tag);
        counted(start);
        if (definition.isNumber() && HessianReader.isString(in.peek())) {
            digits(in.readString());
            return;
        }
        if (definition.isBigInteger()) {
            bigInteger(definition, depth);
            return;
        }
        raw('{');
        boolean first = true;
        for (String field : definition.fields()) {
            if (!first) {
                raw(',');
            }
            first = false;
            if (muted == 0) {
                JsonWriter.writeString(out, field);
            }
            raw(':');
            value(depth + 1);
        }
        raw('}');
    }

    /** The text of a number, which a provider may have filled with anything. */
    private void digits(String text) {
        if (text.length() <= MAX_DIGITS && JSON_NUMBER.matcher(text).matches()) {
            ascii(text);
        } else if (muted == 0) {
            JsonWriter.writeString(out, text);
        }
    }

    /** {@code BigInteger} goes over the wire as the fields of the JDK's class: its sign, and 32-bit digits, the highest first. */
    private void bigInteger(ClassDefinition definition, int depth) {
        int sign = 0;
        int magnitudeAt = -1;
        for (String field : definition.fields()) {
            if (field.equals("signum") && HessianReader.isInt(in.peek())) {
                sign = in.readInt();
                continue;
            }
            if (field.equals("mag")) {
                magnitudeAt = in.position();
            }
            muted++;
            value(depth + 1);
            muted--;
        }
        int end = in.position();
        in.position(magnitudeAt);
        byte[] magnitude = magnitude();
        in.position(end);
        if (sign < -1 || sign > 1) {
            throw new DubboFormatException("BigInteger of the sign " + sign + " (expected: -1..1)");
        }
        // A sign of 0 with digits is no number of the JDK's either; the digits decide.
        ascii(new BigInteger(sign == 0 ? 1 : sign, magnitude).toString());
    }

    private byte[] magnitude() {
        int tag = in.next();
        int count;
        if (tag >= 0x70 && tag <= 0x77) {
            skipType();
            count = tag & 0x07;
        } else if (tag == 'V') {
            skipType();
            count = in.readInt();
        } else {
            throw in.unexpected(tag, "the digits of a BigInteger");
        }
        if (count < 0 || count > MAX_DIGITS / Integer.BYTES) {
            throw new DubboFormatException(
                    "BigInteger of " + count + " ints (limit: " + MAX_DIGITS / Integer.BYTES + ")");
        }
        ByteBuffer bytes = ByteBuffer.allocate(count * Integer.BYTES);
        for (int i = 0; i < count; i++) {
            bytes.putInt(in.readInt());
        }
        return bytes.array();
    }

    private void skipType() {
        if (HessianReader.isString(in.peek())) {
            in.readString();
        } else {
            in.readInt();
        }
    }

    private ClassDefinition classOf(int tag) {
        int number = tag == 'O' ? in.readInt() : tag - 0x60;
        if (number < 0 || number >= classes.size()) {
            throw new DubboFormatException(
                    "object of an undefined class: " + number + " (defined: " + classes.size() + ")");
        }
        return classes.get(number);
    }

    private void define() {
        String name = in.readString();
        int count = in.readInt();
        if (count < 0 || count > MAX_TABLE) {
            throw new DubboFormatException("class " + name + " with " + count + " fields (limit: " + MAX_TABLE + ")");
        }
        List<String> fields = new ArrayList<>(Math.min(count, 32));
        for (int i = 0; i < count; i++) {
            fields.add(in.readString());
        }
        if (replays == 0) {
            checkTable(classes);
            classes.add(new ClassDefinition(name, fields));
        }
    }

    private void type() {
        if (HessianReader.isString(in.peek())) {
            String name = in.readString();
            if (replays == 0) {
                checkTable(types);
                types.add(name);
            }
        } else {
            int number = in.readInt();
            if (number < 0 || number >= types.size()) {
                throw new DubboFormatException("undefined type: " + number + " (defined: " + types.size() + ")");
            }
        }
    }

    private void counted(int start) {
        if (replays == 0) {
            checkTable(starts);
            starts.add(start);
        }
    }

    private static void checkTable(List<?> table) {
        if (table.size() >= MAX_TABLE) {
            throw new DubboFormatException("result has more than " + MAX_TABLE + " definitions or containers");
        }
    }

    private void reference(int depth) {
        int number = in.readInt();
        if (number < 0 || number >= starts.size()) {
            throw new DubboFormatException(
                    "reference to nothing: " + number + " (values so far: " + starts.size() + ")");
        }
        if (muted > 0) {
            return;
        }
        int back = in.position();
        in.position(starts.get(number));
        replays++;
        value(depth + 1);
        replays--;
        in.position(back);
    }

    private void number(double value) {
        if (Double.isFinite(value)) {
            ascii(Double.toString(value));
        } else {
            ascii('"' + Double.toString(value) + '"');
        }
    }

    private void string(int tag) {
        raw('"');
        in.readString(tag, this::escapedUnit);
        flushSurrogate();
        raw('"');
    }

    /** Writes text as UTF-8 without quotes and escapes; for a result that is a string as a whole. */
    void writeBareString(int tag) {
        in.readString(tag, this::unit);
        flushSurrogate();
    }

    private void escapedUnit(char unit) {
        if (unit < 0x80 && !JsonWriter.isPlain((byte) unit)) {
            flushSurrogate();
            if (muted == 0) {
                JsonWriter.writeEscape(out, unit);
            }
        } else {
            unit(unit);
        }
    }

    private void unit(char unit) {
        if (muted > 0) {
            return;
        }
        if (highSurrogate == 0 && unit < 0x80) {
            out.writeByte(unit);
        } else if (Character.isHighSurrogate(unit)) {
            flushSurrogate();
            highSurrogate = unit;
        } else if (Character.isLowSurrogate(unit) && highSurrogate != 0) {
            ByteBufUtil.writeUtf8(out, new String(new char[] {highSurrogate, unit}));
            highSurrogate = 0;
        } else {
            flushSurrogate();
            ByteBufUtil.writeUtf8(out, Character.isSurrogate(unit) ? "\uFFFD" : String.valueOf(unit));
        }
        if (out.writerIndex() > outLimit) {
            throw new DubboFormatException("result is too large as JSON (limit: " + outLimit + " bytes)");
        }
    }

    private void flushSurrogate() {
        if (highSurrogate != 0) {
            highSurrogate = 0;
            if (muted == 0) {
                ByteBufUtil.writeUtf8(out, "\uFFFD");
            }
        }
    }

    private void raw(char token) {
        if (muted == 0) {
            out.writeByte(token);
        }
    }

    private void ascii(String text) {
        if (muted == 0) {
            JsonWriter.writeAscii(out, text);
        }
    }

    private record ClassDefinition(String name, List<String> fields) {
        boolean isBigInteger() {
            return name.equals("java.math.BigInteger") && fields.contains("signum") && fields.contains("mag");
        }

        /** Written by hessian as an object with the digits in one field, {@code value}. */
        boolean isNumber() {
            return fields.size() == 1 && (name.equals("java.math.BigDecimal") || name.equals("java.math.BigInteger"));
        }
    }
}
