package io.millrace.newsql.node.command;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code [member}, {@code (member}, {@code -}, {@code +}: an end of a range of members. */
record MemberBound(Kind kind, byte[] member) {

    private enum Kind {
        BEFORE_ALL,
        INCLUSIVE,
        EXCLUSIVE,
        BEHIND_ALL
    }

    static MemberBound of(byte[] text) {
        Kind kind = text.length == 0
                ? null
                : switch (text[0]) {
                    case '-' -> text.length == 1 ? Kind.BEFORE_ALL : null;
                    case '+' -> text.length == 1 ? Kind.BEHIND_ALL : null;
                    case '[' -> Kind.INCLUSIVE;
                    case '(' -> Kind.EXCLUSIVE;
                    default -> null;
                };
        if (kind == null) {
            throw new CommandException("ERR min or max not valid string range item");
        }
        return new MemberBound(kind, Arrays.copyOfRange(text, 1, text.length));
    }

    /** The first place that this takes as a lower end. */
    byte[] lowest(SortedSet set, byte[] score, byte[] base, byte @Nullable [] behind) {
        return switch (kind) {
            case BEFORE_ALL -> base;
            case INCLUSIVE -> set.placeOf(score, member);
            case EXCLUSIVE -> Places.next(set.placeOf(score, member));
            case BEHIND_ALL -> behind == null ? base : behind;
        };
    }

    /** The first place that this no longer takes as an upper end. */
    byte @Nullable [] behindHighest(SortedSet set, byte[] score, byte[] base, byte @Nullable [] behind) {
        return switch (kind) {
            case BEFORE_ALL -> base;
            case INCLUSIVE -> Places.next(set.placeOf(score, member));
            case EXCLUSIVE -> set.placeOf(score, member);
            case BEHIND_ALL -> behind;
        };
    }
}
