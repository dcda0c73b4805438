package io.millrace.newsql.node.command;

import java.util.Arrays;

/** {@code 5}, {@code (5}, {@code -inf}: an end of a range of scores. */
record ScoreBound(double score, boolean isExclusive) {

    static ScoreBound of(byte[] text) {
        boolean exclusive = text.length > 0 && text[0] == '(';
        try {
            return new ScoreBound(Numbers.real(exclusive ? Arrays.copyOfRange(text, 1, text.length) : text), exclusive);
        } catch (CommandException e) {
            throw new CommandException("ERR min or max is not a float");
        }
    }
}
