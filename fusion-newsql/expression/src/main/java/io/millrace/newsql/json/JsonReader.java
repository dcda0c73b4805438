package io.millrace.newsql.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads a document. <b>Limits.</b> {@link #DEPTH_MAX} containers in each other. */
public final class JsonReader {

    static final int DEPTH_MAX = 100;
    private static final int UNSIGNED_BITS = 64;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** @throws JsonException if the text is no document */
    public static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        reader.skipBlanks();
        if (reader.at == text.length()) {
            throw new JsonException("The document is empty.", 0);
        }
        Object value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.problem("The document root must not be followed by other values.");
        }
        return value;
    }

    private JsonException problem(String what) {
        return new JsonException(what, at);
    }

    private Object value(int depth) {
        if (depth >= DEPTH_MAX) {
            throw problem("The JSON document exceeds the maximum depth.");
        }
        skipBlanks();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", Json.NULL);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = Json.newObject();
        at++;
        skipBlanks();
        if (peek() == '}') {
            at++;
            return members;
        }
        while (true) {
            skipBlanks();
            if (peek() != '"') {
                throw problem("Missing a name for object member.");
            }
            String name = string();
            skipBlanks();
            expect(':', "Missing a colon after a name of object member.");
            members.put(name, value(depth + 1));
            skipBlanks();
            if (peek() == '}') {
                at++;
                return members;
            }
            expect(',', "Missing a comma or '}' after an object member.");
        }
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<>();
        at++;
        skipBlanks();
        if (peek() == ']') {
            at++;
            return elements;
        }
        while (true) {
            elements.add(value(depth + 1));
            skipBlanks();
            if (peek() == ']') {
                at++;
                return elements;
            }
            expect(',', "Missing a comma or ']' after an array element.");
        }
    }

    private String string() {
        int start = ++at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\' && text.charAt(at) >= ' ') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return text.substring(start, at++);
        }
        StringBuilder out = new StringBuilder(text.substring(start, at));
        while (peek() != '"') {
            char next = text.charAt(at++);
            if (next < ' ') {
                throw problem("Invalid encoding in string.");
            }
            out.append(next == '\\' ? escaped() : next);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char next = peek();
        at++;
        switch (next) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case '"', '\\', '/':
                return next;
            case 'u':
                int code = 0;
                for (int i = 0; i < 4; i++, at++) {
                    int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
                    if (digit < 0) {
                        throw problem("Incorrect hex digit after \\u escape in string.");
                    }
                    code = code * 16 + digit;
                }
                return (char) code;
            default:
                throw problem("Invalid escape character in string.");
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw problem("Invalid value.");
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        at += peek() == '-' ? 1 : 0;
        int whole = at;
        skipDigits();
        boolean valid = at > whole && (text.charAt(whole) != '0' || at == whole + 1);
        boolean real = false;
        if (valid && at < text.length() && text.charAt(at) == '.') {
            int fraction = ++at;
            skipDigits();
            real = true;
            valid = at > fraction;
        }
        if (valid && at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            at++;
            at += at < text.length() && "+-".indexOf(text.charAt(at)) >= 0 ? 1 : 0;
            int exponent = at;
            skipDigits();
            real = true;
            valid = at > exponent;
        }
        if (!valid) {
            at = start;
            throw problem("Invalid value.");
        }
        String number = text.substring(start, at);
        return real ? real(number) : whole(number);
    }

    private Object real(String number) {
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            throw problem("Number too big to be stored in double.");
        }
        return value;
    }

    private Object whole(String number) {
        if (number.length() < 19) {
            return Long.parseLong(number);
        }
        BigInteger value = new BigInteger(number);
        if (value.bitLength() < UNSIGNED_BITS) {
            return value.longValue();
        }
        return value.signum() > 0 && value.bitLength() <= UNSIGNED_BITS ? value : real(number);
    }

    private void skipDigits() {
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw problem("Invalid value.");
        }
        return text.charAt(at);
    }

    private void expect(char wanted, String what) {
        if (peek() != wanted) {
            throw problem(what);
        }
        at++;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
