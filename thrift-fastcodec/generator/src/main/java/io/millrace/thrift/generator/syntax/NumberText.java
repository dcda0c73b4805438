package io.millrace.thrift.generator.syntax;

/**
 * How far a number reaches in a text.
 *
 * @param end index behind its last character
 */
record NumberText(Kind kind, int end) {

    enum Kind {
        NONE,
        WHOLE,
        REAL
    }

    /** The longest number that starts at an index: a sign, then {@code 0x} and digits, or digits, fraction and exponent. */
    static NumberText at(String text, int start) {
        int unsigned = isSign(text, start) ? start + 1 : start;
        if (text.startsWith("0x", unsigned)) {
            int end = hexDigits(text, unsigned + 2);
            return new NumberText(end > unsigned + 2 ? Kind.WHOLE : Kind.NONE, end);
        }
        int whole = digits(text, unsigned);
        int fraction = whole < text.length() && text.charAt(whole) == '.' ? digits(text, whole + 1) : whole;
        int mantissa = fraction > whole + 1 ? fraction : whole;
        if (mantissa == unsigned) {
            return new NumberText(Kind.NONE, Math.max(unsigned, start + 1));
        }
        int end = exponent(text, mantissa);
        return new NumberText(end > whole ? Kind.REAL : Kind.WHOLE, end);
    }

    private static int exponent(String text, int at) {
        if (at == text.length() || text.charAt(at) != 'e' && text.charAt(at) != 'E') {
            return at;
        }
        int first = isSign(text, at + 1) ? at + 2 : at + 1;
        int end = digits(text, first);
        return end > first ? end : at;
    }

    private static boolean isSign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-');
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && Lexer.isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int hexDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) < 128 && Character.digit(text.charAt(at), 16) >= 0) {
            at++;
        }
        return at;
    }
}
