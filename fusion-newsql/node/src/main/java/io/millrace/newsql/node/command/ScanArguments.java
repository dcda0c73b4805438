package io.millrace.newsql.node.command;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Options of SCAN and its like.
 *
 * @param type a word of TYPE, or empty for any
 */
record ScanArguments(byte @Nullable [] match, int count, String type) {

    static ScanArguments of(Call call, int first, int count, int countMax) {
        ScanArguments asked = new ScanArguments(null, count, "");
        for (int i = first; i < call.size(); i += 2) {
            switch (call.word(i)) {
                case "MATCH" -> asked = new ScanArguments(call.argument(i + 1), asked.count, asked.type);
                case "COUNT" -> asked = new ScanArguments(
                        asked.match, (int) Math.min(countMax, positive(call.integerAt(i + 1))), asked.type);
                case "TYPE" -> asked = new ScanArguments(
                        asked.match, asked.count, call.text(i + 1).toLowerCase(Locale.ROOT));
                default -> throw CommandException.syntax();
            }
        }
        return asked;
    }

    private static long positive(long count) {
        if (count < 1) {
            throw CommandException.syntax();
        }
        return count;
    }
}
