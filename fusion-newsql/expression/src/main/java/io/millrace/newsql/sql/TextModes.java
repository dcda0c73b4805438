package io.millrace.newsql.sql;

import java.util.Set;

/**
 * The members of {@code sql_mode} that change how a text reads.
 *
 * @param ansiQuotes {@code "x"} is a name
 * @param plainBackslashes a backslash is a character as any other
 * @param pipesConcatenate {@code ||} joins strings
 * @param highNot NOT binds as tightly as {@code !}
 */
record TextModes(boolean ansiQuotes, boolean plainBackslashes, boolean pipesConcatenate, boolean highNot) {

    static final TextModes PLAIN = new TextModes(false, false, false, false);

    static TextModes of(Set<String> modes) {
        if (modes.isEmpty()) {
            return PLAIN;
        }
        TextModes found = new TextModes(
                modes.contains("ANSI_QUOTES"),
                modes.contains("NO_BACKSLASH_ESCAPES"),
                modes.contains("PIPES_AS_CONCAT"),
                modes.contains("HIGH_NOT_PRECEDENCE"));
        return found.equals(PLAIN) ? PLAIN : found;
    }
}
