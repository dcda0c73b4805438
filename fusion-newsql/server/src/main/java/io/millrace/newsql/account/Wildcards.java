package io.millrace.newsql.account;

/** Patterns of hosts and schemas: {@code %} is any text, {@code _} any character, {@code \} takes the meaning away. */
final class Wildcards {

    private Wildcards() {}

    static boolean matches(String pattern, String text) {
        return matches(pattern, 0, text, 0);
    }

    private static boolean matches(String pattern, int at, String text, int from) {
        int here = from;
        for (int i = at; i < pattern.length(); i++) {
            char next = pattern.charAt(i);
            if (next == '%') {
                for (int end = here; end <= text.length(); end++) {
                    if (matches(pattern, i + 1, text, end)) {
                        return true;
                    }
                }
                return false;
            }
            boolean literal = next == '\\' && i + 1 < pattern.length();
            char wanted = literal ? pattern.charAt(++i) : next;
            if (here >= text.length() || (literal || next != '_') && wanted != text.charAt(here)) {
                return false;
            }
            here++;
        }
        return here == text.length();
    }

    static boolean isPattern(String text) {
        return text.indexOf('%') >= 0 || text.indexOf('_') >= 0;
    }
}
