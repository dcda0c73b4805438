package io.millrace.tiered.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines that a broker answered: the first names the columns, fields are separated by tabs. A broker of a later version may have more columns.
 *
 * @param rows each line's fields by the names of their columns
 */
record AnswerLines(List<Map<String, String>> rows) {

    AnswerLines {
        rows = List.copyOf(rows);
    }

    static AnswerLines of(List<String> lines) {
        List<Map<String, String>> rows = new ArrayList<>();
        String[] names = lines.isEmpty() ? new String[0] : lines.get(0).split("\t", -1);
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] fields = line.split("\t", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int column = 0; column < Math.min(names.length, fields.length); column++) {
                row.put(names[column], fields[column]);
            }
            rows.add(row);
        }
        return new AnswerLines(rows);
    }

    /** A text; empty where there is none. */
    static String text(Map<String, String> row, String column) {
        String text = row.getOrDefault(column, "");
        return text.equals("-") ? "" : text;
    }

    /** A number; −1 where there is none. */
    static long number(Map<String, String> row, String column) {
        try {
            return Long.parseLong(row.getOrDefault(column, "-1"));
        } catch (NumberFormatException none) {
            return -1;
        }
    }
}
