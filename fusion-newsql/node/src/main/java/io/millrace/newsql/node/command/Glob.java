package io.millrace.newsql.node.command;

import java.util.Arrays;

/** A pattern as Redis has them: {@code *}, {@code ?}, {@code [a-z]}, {@code [^a]}, {@code \}. Matching costs pattern × text at most. */
final class Glob {

    private final byte[] pattern;

    Glob(byte[] pattern) {
        this.pattern = pattern;
    }

    /** What everything that matches begins with. */
    byte[] prefix() {
        byte[] prefix = new byte[pattern.length];
        int length = 0;
        for (int at = 0; at < pattern.length && "*?[".indexOf(pattern[at]) < 0; at++) {
            if (pattern[at] == '\\' && at + 1 < pattern.length) {
                at++;
            }
            prefix[length++] = pattern[at];
        }
        return Arrays.copyOf(prefix, length);
    }

    boolean matches(byte[] text) {
        int at = 0;
        int in = 0;
        int star = -1;
        int starAt = 0;
        while (in < text.length) {
            int behind = at < pattern.length && pattern[at] != '*' ? matchOne(at, text[in]) : -1;
            if (behind >= 0) {
                at = behind;
                in++;
            } else if (at < pattern.length && pattern[at] == '*') {
                star = at++;
                starAt = in;
            } else if (star >= 0) {
                at = star + 1;
                in = ++starAt;
            } else {
                return false;
            }
        }
        while (at < pattern.length && pattern[at] == '*') {
            at++;
        }
        return at == pattern.length;
    }

    /** Where the pattern goes on behind one byte that it takes, or -1. */
    private int matchOne(int at, byte value) {
        byte kind = pattern[at];
        if (kind == '?') {
            return at + 1;
        }
        if (kind == '[') {
            return matchClass(at + 1, value & 0xFF);
        }
        int literal = kind == '\\' && at + 1 < pattern.length ? at + 1 : at;
        return pattern[literal] == value ? literal + 1 : -1;
    }

    private int matchClass(int from, int value) {
        boolean negated = from < pattern.length && pattern[from] == '^';
        int at = negated ? from + 1 : from;
        boolean found = false;
        while (at < pattern.length && pattern[at] != ']') {
            if (pattern[at] == '\\' && at + 1 < pattern.length) {
                at++;
            }
            int low = pattern[at] & 0xFF;
            int high = low;
            if (at + 2 < pattern.length && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
                high = pattern[at + 2] & 0xFF;
                at += 2;
            }
            found |= value >= Math.min(low, high) && value <= Math.max(low, high);
            at++;
        }
        return found != negated ? Math.min(at + 1, pattern.length) : -1;
    }
}
