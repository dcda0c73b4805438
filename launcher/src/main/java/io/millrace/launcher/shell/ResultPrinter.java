package io.millrace.launcher.shell;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows the rows of a result.
 *
 * <p>A table's columns are as wide as the widest cell of a page of {@value #PAGE_ROWS} rows and only grow with later pages, so that a result larger than memory can be
 * shown. <b>Threads.</b> For one.
 */
final class ResultPrinter {

    static final int PAGE_ROWS = 1_000;

    private static final String NULL = "NULL";

    private final PrintWriter out;

    /** Borrows the writer; it is flushed after each page. */
    ResultPrinter(PrintWriter out) {
        this.out = out;
    }

    /** Shows all rows and returns how many there were. */
    long print(ResultSet rows, ResultFormat format) throws SQLException {
        CellText[] cells = CellText.of(rows.getMetaData());
        return switch (format) {
            case TABLE -> printTable(rows, cells);
            case VERTICAL -> printVertical(rows, cells);
            case TSV -> printTabs(rows, cells);
        };
    }

    // ---- table ----

    private long printTable(ResultSet rows, CellText[] cells) throws SQLException {
        int[] widths = new int[cells.length];
        String[] titles = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            titles[i] = CellText.inOneLine(cells[i].title());
            widths[i] = CellText.width(titles[i]);
        }
        long count = 0;
        List<String[]> page = readPage(rows, cells);
        if (page.isEmpty()) {
            return 0;
        }
        while (!page.isEmpty()) {
            widen(widths, page);
            if (count == 0) {
                printRule(widths);
                printRow(titles, widths, null);
                printRule(widths);
            }
            for (String[] row : page) {
                printRow(row, widths, cells);
            }
            out.flush();
            count += page.size();
            page = page.size() < PAGE_ROWS ? List.of() : readPage(rows, cells);
        }
        printRule(widths);
        return count;
    }

    private static List<String[]> readPage(ResultSet rows, CellText[] cells) throws SQLException {
        List<String[]> page = new ArrayList<>();
        while (page.size() < PAGE_ROWS && rows.next()) {
            String[] row = new String[cells.length];
            for (int i = 0; i < cells.length; i++) {
                String text = cells[i].read(rows);
                row[i] = text == null ? NULL : CellText.inOneLine(text);
            }
            page.add(row);
        }
        return page;
    }

    private static void widen(int[] widths, List<String[]> page) {
        for (String[] row : page) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], CellText.width(row[i]));
            }
        }
    }

    private void printRule(int[] widths) {
        StringBuilder line = new StringBuilder("+");
        for (int width : widths) {
            line.append("-".repeat(width + 2)).append('+');
        }
        out.println(line);
    }

    private void printRow(String[] row, int[] widths, CellText @Nullable [] cells) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < row.length; i++) {
            String pad = " ".repeat(widths[i] - CellText.width(row[i]));
            boolean right = cells != null && cells[i].isNumber();
            line.append(' ')
                    .append(right ? pad : "")
                    .append(row[i])
                    .append(right ? "" : pad)
                    .append(" |");
        }
        out.println(line);
    }

    // ---- the others ----

    private long printVertical(ResultSet rows, CellText[] cells) throws SQLException {
        int width = 0;
        for (CellText cell : cells) {
            width = Math.max(width, CellText.width(cell.title()));
        }
        long count = 0;
        while (rows.next()) {
            count++;
            out.println("*************************** " + count + ". row ***************************");
            for (CellText cell : cells) {
                String text = cell.read(rows);
                out.println(" ".repeat(width - CellText.width(cell.title())) + cell.title() + ": "
                        + (text == null ? NULL : text));
            }
        }
        out.flush();
        return count;
    }

    private long printTabs(ResultSet rows, CellText[] cells) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (CellText cell : cells) {
            appendField(line, cell.title());
        }
        long count = -1;
        do {
            out.append(line, 0, line.length() - 1).append('\n');
            line.setLength(0);
            count++;
            if (rows.next()) {
                for (CellText cell : cells) {
                    String text = cell.read(rows);
                    appendField(line, text == null ? NULL : text);
                }
            }
        } while (line.length() > 0);
        out.flush();
        return count;
    }

    private static void appendField(StringBuilder line, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\t' -> line.append("\\t");
                case '\n' -> line.append("\\n");
                case '\\' -> line.append("\\\\");
                case 0 -> line.append("\\0");
                default -> line.append(c);
            }
        }
        line.append('\t');
    }
}
