package io.millrace.launcher;

import java.util.ArrayList;
import java.util.List;

/**
 * A plain-text table: a title row, a rule, rows. Columns are as wide as their widest cell; those in the middle hold
 * figures and are aligned right, the first and the last hold words.
 */
public final class Table {

    private static final String GAP = "  ";

    private final List<String> titles;
    private final List<List<String>> rows = new ArrayList<>();

    /** With these titles. */
    public Table(String... titles) {
        this.titles = List.of(titles);
    }

    /** Adds a row with one cell a title. */
    public Table row(String... cells) {
        if (cells.length != titles.size()) {
            throw new IllegalArgumentException(
                    "wrong number of cells: " + cells.length + " (expected: " + titles.size() + ')');
        }
        rows.add(List.of(cells));
        return this;
    }

    /** The lines, without trailing blanks, each ended by a newline. */
    public String render() {
        int[] widths = new int[titles.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = titles.get(column).length();
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder out = new StringBuilder();
        appendRow(out, titles, widths);
        List<String> rule = new ArrayList<>();
        for (int width : widths) {
            rule.add("-".repeat(width));
        }
        appendRow(out, rule, widths);
        rows.forEach(row -> appendRow(out, row, widths));
        return out.toString();
    }

    private static void appendRow(StringBuilder out, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        int last = widths.length - 1;
        for (int column = 0; column <= last; column++) {
            String cell = cells.get(column);
            String pad = " ".repeat(widths[column] - cell.length());
            boolean words = column == 0 || column == last;
            line.append(column == 0 ? "" : GAP).append(words ? cell + pad : pad + cell);
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
