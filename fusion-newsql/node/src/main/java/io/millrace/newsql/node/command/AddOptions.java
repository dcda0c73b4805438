package io.millrace.newsql.node.command;

/**
 * Options of ZADD.
 *
 * @param first argument of the first score
 */
record AddOptions(
        boolean onlyNew,
        boolean onlyOld,
        boolean onlyGreater,
        boolean onlyLess,
        boolean countsChanges,
        boolean increments,
        int first) {

    static AddOptions of(Call call) {
        boolean[] set = new boolean[6];
        int at = 2;
        for (boolean isOption = true; isOption && at < call.size(); at += isOption ? 1 : 0) {
            int option = option(call.word(at));
            isOption = option >= 0;
            if (isOption) {
                set[option] = true;
            }
        }
        AddOptions options = new AddOptions(set[0], set[1], set[2], set[3], set[4], set[5], at);
        options.check(call.size());
        return options;
    }

    private static int option(String word) {
        return switch (word) {
            case "NX" -> 0;
            case "XX" -> 1;
            case "GT" -> 2;
            case "LT" -> 3;
            case "CH" -> 4;
            case "INCR" -> 5;
            default -> -1;
        };
    }

    private void check(int size) {
        int left = size - first;
        if (left <= 0 || left % 2 != 0) {
            throw CommandException.syntax();
        }
        if (onlyNew && onlyOld) {
            throw new CommandException("ERR XX and NX options at the same time are not compatible");
        }
        if (onlyGreater && onlyLess || onlyNew && (onlyGreater || onlyLess)) {
            throw new CommandException("ERR GT, LT, and/or NX options at the same time are not compatible");
        }
        if (increments && left > 2) {
            throw new CommandException("ERR INCR option supports a single increment-element pair");
        }
    }

    /** Whether a member may be added, or changed if it exists; asked before the score is looked at. */
    boolean allowsMember(boolean exists) {
        return exists ? !onlyNew : !onlyOld;
    }

    /** Whether a member's score may become this one. */
    boolean allowsScore(double before, double score) {
        return (!onlyGreater || score > before) && (!onlyLess || score < before);
    }
}
