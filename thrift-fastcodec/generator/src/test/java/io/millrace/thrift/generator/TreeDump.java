package io.millrace.thrift.generator;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;

/** Shows trees of records, a component a line; what is empty, absent or false is left out. */
public final class TreeDump {
    private final StringBuilder out = new StringBuilder();
    private final boolean positions;

    private TreeDump(boolean positions) {
        this.positions = positions;
    }

    /** With {@code line:column} behind each record that has a position. */
    public static String withPositions(Object tree) {
        return dump(tree, true);
    }

    /** What does not depend on where in the text it stands. */
    public static String withoutPositions(Object tree) {
        return dump(tree, false);
    }

    private static String dump(Object tree, boolean positions) {
        TreeDump dump = new TreeDump(positions);
        dump.value("", tree, 0);
        return dump.out.toString();
    }

    private void value(String name, Object value, int depth) {
        if (value instanceof IdlPosition || isEmpty(value)) {
            return;
        }
        if (value instanceof Collection<?> values) {
            values.forEach(one -> value(name, one, depth));
        } else if (value instanceof Optional<?> optional) {
            value(name, optional.orElseThrow(), depth);
        } else if (value instanceof Record tree) {
            tree(name, tree, depth);
        } else {
            line(name, value instanceof OptionalLong number ? number.getAsLong() : value, depth);
        }
    }

    private static boolean isEmpty(Object value) {
        return value instanceof Collection<?> values && values.isEmpty()
                || value instanceof Optional<?> optional && optional.isEmpty()
                || value instanceof OptionalLong number && number.isEmpty()
                || Boolean.FALSE.equals(value);
    }

    private void tree(String name, Record tree, int depth) {
        Object position = "";
        for (RecordComponent component : tree.getClass().getRecordComponents()) {
            if (positions && get(tree, component) instanceof IdlPosition place) {
                position = " @" + place.line() + ':' + place.column();
            }
        }
        out.append("  ".repeat(depth)).append(name).append(name.isEmpty() ? "" : ": ");
        out.append(tree.getClass().getSimpleName()).append(position).append('\n');
        for (RecordComponent component : tree.getClass().getRecordComponents()) {
            value(component.getName(), get(tree, component), depth + 1);
        }
    }

    private static Object get(Record tree, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(tree);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError("a record's accessor", impossible);
        }
    }

    private void line(String name, Object text, int depth) {
        String shown = text instanceof String string
                ? '"' + string.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r") + '"'
                : text.toString();
        if (shown.equals("\"\"") && !name.equals("value")) {
            return;
        }
        out.append("  ".repeat(depth))
                .append(name)
                .append(name.isEmpty() ? "" : ": ")
                .append(shown)
                .append('\n');
    }
}
