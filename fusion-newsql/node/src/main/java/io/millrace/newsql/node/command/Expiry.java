package io.millrace.newsql.node.command;

/** Moments from arguments. */
final class Expiry {

    private Expiry() {}

    /** The moment so many units from now. */
    static long in(Call call, long units, long unitMillis) {
        return at(call, units, unitMillis, call.keyspace().nowMillis());
    }

    /** The moment so many units behind another; positive, since SET and its like take no other. */
    static long at(Call call, long units, long unitMillis, long from) {
        if (units <= 0) {
            throw invalid(call);
        }
        return any(call, units, unitMillis, from);
    }

    /** As {@link #at}, and in the past, too. */
    static long any(Call call, long units, long unitMillis, long from) {
        try {
            return Math.addExact(from, Math.multiplyExact(units, unitMillis));
        } catch (ArithmeticException e) {
            throw invalid(call);
        }
    }

    private static CommandException invalid(Call call) {
        return new CommandException(
                "ERR invalid expire time in '" + call.text(0).toLowerCase(java.util.Locale.ROOT) + "' command");
    }
}
