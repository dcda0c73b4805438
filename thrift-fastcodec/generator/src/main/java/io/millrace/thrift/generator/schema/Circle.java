package io.millrace.thrift.generator.schema;

import java.util.List;
import java.util.stream.Collectors;

/** How a message shows a circle. */
final class Circle {

    /** Names that are shown of a long one. */
    private static final int SHOWN = 10;

    private Circle() {}

    static String of(List<String> names) {
        if (names.size() <= SHOWN) {
            return String.join(" -> ", names);
        }
        return names.stream().limit(SHOWN - 1).collect(Collectors.joining(" -> "))
                + " -> … (" + (names.size() - SHOWN) + " more) -> "
                + names.get(names.size() - 1);
    }
}
