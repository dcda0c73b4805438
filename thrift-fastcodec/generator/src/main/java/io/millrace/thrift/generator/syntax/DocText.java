package io.millrace.thrift.generator.syntax;

import java.util.ArrayList;
import java.util.List;

/** What a comment says, without what frames it. */
final class DocText {

    private DocText() {}

    /** Takes blanks and one star off the front of each line, blanks off its end, and empty lines off both ends of all. */
    static String of(String comment) {
        List<String> lines = new ArrayList<>();
        for (String line : comment.split("\n", -1)) {
            String text = line.strip();
            lines.add(text.startsWith("*") && !lines.isEmpty() ? withoutStar(line.strip()) : unindented(line, lines));
        }
        return String.join("\n", lines).strip();
    }

    private static String withoutStar(String line) {
        String text = line.substring(1);
        return (text.startsWith(" ") ? text.substring(1) : text).stripTrailing();
    }

    private static String unindented(String line, List<String> before) {
        return before.isEmpty() ? line.strip() : line.stripTrailing();
    }
}
