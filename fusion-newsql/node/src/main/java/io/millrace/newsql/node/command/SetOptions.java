package io.millrace.newsql.node.command;

import org.jspecify.annotations.Nullable;

/**
 * Options of SET.
 *
 * @param condition whether the key must be there (XX) or must not (NX); null for either
 * @param get whether the old value is the reply
 * @param keepExpiry whether it expires when it did
 * @param expires when it does; 0 for never
 */
record SetOptions(@Nullable Boolean condition, boolean get, boolean keepExpiry, long expires) {

    private static final int FIRST = 3;

    static SetOptions of(Call call) {
        SetOptions options = new SetOptions(null, false, false, 0);
        for (int i = FIRST; i < call.size(); i++) {
            String word = call.word(i);
            boolean takesTime = word.equals("EX") || word.equals("PX") || word.equals("EXAT") || word.equals("PXAT");
            if (takesTime) {
                if (options.expires != 0 || options.keepExpiry) {
                    throw CommandException.syntax();
                }
                options = options.expiring(time(call, word, ++i));
            } else {
                options = options.with(word);
            }
        }
        return options;
    }

    private static long time(Call call, String word, int argument) {
        long unitMillis = word.startsWith("P") ? 1 : 1000;
        long from = word.endsWith("AT") ? 0 : call.keyspace().nowMillis();
        return Expiry.at(call, call.integerAt(argument), unitMillis, from);
    }

    private SetOptions expiring(long millis) {
        return new SetOptions(condition, get, keepExpiry, millis);
    }

    private SetOptions with(String word) {
        switch (word) {
            case "NX", "XX" -> {
                if (condition != null) {
                    throw CommandException.syntax();
                }
                return new SetOptions(word.equals("XX"), get, keepExpiry, expires);
            }
            case "GET" -> {
                return new SetOptions(condition, true, keepExpiry, expires);
            }
            case "KEEPTTL" -> {
                if (expires != 0) {
                    throw CommandException.syntax();
                }
                return new SetOptions(condition, get, true, expires);
            }
            default -> throw CommandException.syntax();
        }
    }
}
