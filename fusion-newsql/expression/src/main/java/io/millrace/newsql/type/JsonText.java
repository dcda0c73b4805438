package io.millrace.newsql.type;

/** JSON documents as text: checked, and printed the way MySQL prints them, {@code {"a": 1, "b": [1, 2]}}. */
public final class JsonText {

    private static final int DEPTH_MAX = 100;

    private final String text;
    private final StringBuilder out;
    private int at;

    private JsonText(String text) {
        this.text = text;
        this.out = new StringBuilder(text.length() + 16);
    }

    /**
     * The document in MySQL's spelling. Keys stay in the order in which they were written.
     *
     * @throws io.millrace.newsql.mysql.SqlException 3140 if it is none
     */
    public static String normalize(String text, String column) {
        JsonText json = new JsonText(text);
        String problem = json.document();
        if (problem != null) {
            throw SqlErrors.of(
                    3140,
                    "22032",
                    "Invalid JSON text: \"" + problem + "\" at position " + json.at + " in value for column '" + column
                            + "'.");
        }
        return json.out.toString();
    }

    /** Whether it is a document. */
    public static boolean isValid(String text) {
        return new JsonText(text).document() == null;
    }

    private @org.jspecify.annotations.Nullable String document() {
        if (text.isBlank()) {
            return "The document is empty.";
        }
        try {
            value(0);
            skipBlanks();
            return at == text.length() ? null : "The document root must not be followed by other values.";
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private void value(int depth) {
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException("The JSON document exceeds the maximum depth.");
        }
        skipBlanks();
        char next = peek();
        switch (next) {
            case '{' -> container(depth, '}', true);
            case '[' -> container(depth, ']', false);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        }
    }

    private void container(int depth, char end, boolean named) {
        out.append(text.charAt(at++));
        skipBlanks();
        if (peek() == end) {
            out.append(text.charAt(at++));
            return;
        }
        while (true) {
            if (named) {
                skipBlanks();
                if (peek() != '"') {
                    throw new IllegalArgumentException("Missing a name for object member.");
                }
                string();
                skipBlanks();
                expect(':', "Missing a colon after a name of object member.");
                out.append(": ");
            }
            value(depth + 1);
            skipBlanks();
            if (peek() == end) {
                out.append(end);
                at++;
                return;
            }
            expect(
                    ',',
                    named
                            ? "Missing a comma or '}' after an object member."
                            : "Missing a comma or ']' after an array element.");
            out.append(", ");
        }
    }

    private void string() {
        int start = at++;
        while (peek() != '"') {
            if (peek() == '\\') {
                at++;
                if ("\"\\/bfnrtu".indexOf(peek()) < 0) {
                    throw new IllegalArgumentException("Invalid escape character in string.");
                }
            } else if (peek() < ' ') {
                throw new IllegalArgumentException("Invalid encoding in string.");
            }
            at++;
        }
        at++;
        out.append(text, start, at);
    }

    private void word(String word) {
        if (!text.startsWith(word, at)) {
            throw new IllegalArgumentException("Invalid value.");
        }
        at += word.length();
        out.append(word);
    }

    private void number() {
        int length = NumberText.prefix(text.substring(at));
        if (length == 0 || text.charAt(at) == '+') {
            throw new IllegalArgumentException("Invalid value.");
        }
        out.append(text, at, at + length);
        at += length;
    }

    private char peek() {
        if (at >= text.length()) {
            throw new IllegalArgumentException("Missing a closing quotation mark in string.");
        }
        return text.charAt(at);
    }

    private void expect(char wanted, String problem) {
        if (peek() != wanted) {
            throw new IllegalArgumentException(problem);
        }
        at++;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
