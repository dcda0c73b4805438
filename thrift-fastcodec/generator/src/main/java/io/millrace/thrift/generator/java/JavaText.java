package io.millrace.thrift.generator.java;

/** Text of the IDL as text within Java. */
final class JavaText {

    /** Characters of one literal: at three bytes each within the 65,535 that a class file can hold. */
    private static final int LITERAL_MAX = 20_000;

    private JavaText() {}

    /** An expression for the string; a long one is put together when the class is loaded. */
    static String literal(String text) {
        if (text.length() <= LITERAL_MAX) {
            return quoted(text, 0, text.length());
        }
        StringBuilder joined = new StringBuilder("java.lang.String.join(\"\"");
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + LITERAL_MAX);
            joined.append(", ").append(quoted(text, from, to));
            from = to;
        }
        return joined.append(')').toString();
    }

    private static String quoted(String text, int from, int to) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = from; i < to; i++) {
            char letter = text.charAt(i);
            switch (letter) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (letter < 0x20 || letter > 0x7E) {
                        quoted.append(String.format("\\u%04X", (int) letter));
                    } else {
                        quoted.append(letter);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    /** A comment of the IDL as a comment that ends where it should, and means nothing to the compiler or to Javadoc's markup. */
    static String comment(String doc) {
        StringBuilder comment = new StringBuilder();
        for (int i = 0; i < doc.length(); i++) {
            char letter = doc.charAt(i);
            switch (letter) {
                case '&' -> comment.append("&amp;");
                case '<' -> comment.append("&lt;");
                case '>' -> comment.append("&gt;");
                case '@' -> comment.append("&#64;");
                case '\\' -> comment.append("&#92;");
                case '/' -> comment.append(i > 0 && doc.charAt(i - 1) == '*' ? "&#47;" : "/");
                case '*' -> comment.append(i > 0 && doc.charAt(i - 1) == '/' ? "&#42;" : "*");
                case '\n', '\t' -> comment.append(letter);
                default -> comment.append(letter < 0x20 ? ' ' : letter);
            }
        }
        return comment.toString().strip();
    }
}
