package io.millrace.newsql.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text of a recorded area.
 *
 * <pre>
 * [7]                                    number of the statement; [7 b] if another connection than a sends it
 * SELECT a, a / 3 FROM t
 * :: rows  a INTEGER | "a / 3" =DECIMAL.4    columns: name and type; = before the type of a computed one
 * 1 | 0.3333                             a row a line; what is not a plain word or number is in quotes
 * NULL | NULL
 * :: warnings 1365                       only if there were any
 *                                        an empty line ends it
 * </pre>
 *
 * Instead of {@code rows} stands {@code changed ROWS key KEY} or {@code error CODE SQLSTATE}.
 */
final class CorpusFormat {

    private static final Pattern BARE =
            Pattern.compile("[\\p{Alnum}_.+@/*-][\\p{Alnum}_.:+@/*()-]*(?: [\\p{Alnum}_.:+@/*()-]+)*");
    private static final String MARK = ":: ";
    private static final String ROWS = MARK + "rows ";
    private static final String CHANGED = MARK + "changed ";
    private static final String ERROR = MARK + "error ";
    private static final String WARNINGS = MARK + "warnings ";
    private static final String BETWEEN = " | ";

    private CorpusFormat() {}

    static String write(List<Exchange> exchanges) {
        StringBuilder out = new StringBuilder();
        for (Exchange exchange : exchanges) {
            CorpusStatement statement = exchange.statement();
            out.append('[').append(statement.id());
            out.append(statement.session().equals("a") ? "" : " " + statement.session())
                    .append("]\n");
            out.append(statement.sql()).append('\n');
            writeOutcome(exchange.answer().outcome(), out);
            if (!exchange.answer().warnings().isEmpty()) {
                out.append(WARNINGS)
                        .append(joined(exchange.answer().warnings()))
                        .append('\n');
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static void writeOutcome(Outcome outcome, StringBuilder out) {
        if (outcome instanceof Outcome.Rows rows) {
            out.append(ROWS)
                    .append(rows.columns().stream().map(CorpusFormat::column).collect(Collectors.joining(BETWEEN)))
                    .append('\n');
            for (List<@Nullable String> row : rows.rows()) {
                out.append(row.stream().map(CorpusFormat::quoted).collect(Collectors.joining(BETWEEN)))
                        .append('\n');
            }
        } else if (outcome instanceof Outcome.Changed changed) {
            out.append(CHANGED)
                    .append(changed.rows())
                    .append(" key ")
                    .append(changed.key())
                    .append('\n');
        } else if (outcome instanceof Outcome.Failed failed) {
            out.append(ERROR)
                    .append(failed.code())
                    .append(' ')
                    .append(failed.sqlState())
                    .append('\n');
        }
    }

    private static String column(ResultColumn column) {
        return quoted(column.name())
                + (column.computed() ? " =" : " ")
                + column.type().replace(' ', '_');
    }

    private static String joined(List<Integer> codes) {
        return codes.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String quoted(@Nullable String value) {
        if (value == null) {
            return "NULL";
        }
        if (BARE.matcher(value).matches() && !value.equals("NULL")) {
            return value;
        }
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '|' -> out.append("\\p");
                default -> out.append(
                        Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return out.append('"').toString();
    }

    /** @throws IllegalArgumentException if the text is none of this format */
    static List<Exchange> read(String text) {
        List<Exchange> exchanges = new ArrayList<>();
        List<String> lines = Arrays.asList(text.split("\n"));
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isEmpty()) {
                continue;
            }
            int head = i;
            int answer = head + 1;
            while (!lines.get(answer).startsWith(MARK)) {
                answer++;
            }
            i = answer + 1;
            while (i < lines.size() && !lines.get(i).isEmpty()) {
                i++;
            }
            exchanges.add(exchange(lines.get(head), lines.subList(head + 1, answer), lines.subList(answer, i)));
        }
        return List.copyOf(exchanges);
    }

    private static Exchange exchange(String head, List<String> sql, List<String> answer) {
        if (!head.startsWith("[") || !head.endsWith("]")) {
            throw new IllegalArgumentException("no head of a statement: " + head);
        }
        String[] words = head.substring(1, head.length() - 1).split(" ");
        CorpusStatement statement = new CorpusStatement(
                Integer.parseInt(words[0]), words.length > 1 ? words[1] : "a", String.join("\n", sql));
        String last = answer.get(answer.size() - 1);
        boolean warned = last.startsWith(WARNINGS);
        List<Integer> warnings = warned
                ? Arrays.stream(last.substring(WARNINGS.length()).split(" "))
                        .map(Integer::valueOf)
                        .toList()
                : List.of();
        return new Exchange(
                statement, new Answer(outcome(answer.subList(0, answer.size() - (warned ? 1 : 0))), warnings));
    }

    private static Outcome outcome(List<String> lines) {
        String first = lines.get(0);
        String[] words = first.split(" ");
        if (first.startsWith(CHANGED)) {
            return new Outcome.Changed(Long.parseLong(words[2]), Long.parseLong(words[4]));
        }
        if (first.startsWith(ERROR)) {
            return new Outcome.Failed(Integer.parseInt(words[2]), words[3], "");
        }
        List<ResultColumn> columns = Arrays.stream(
                        first.substring(ROWS.length()).split(Pattern.quote(BETWEEN)))
                .map(CorpusFormat::column)
                .toList();
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<@Nullable String> row = new ArrayList<>();
            for (String value : line.split(Pattern.quote(BETWEEN), -1)) {
                row.add(value.equals("NULL") ? null : unquoted(value));
            }
            rows.add(row);
        }
        return new Outcome.Rows(columns, rows);
    }

    private static ResultColumn column(String text) {
        int space = text.lastIndexOf(' ');
        boolean computed = text.charAt(space + 1) == '=';
        String type = text.substring(space + (computed ? 2 : 1)).replace('_', ' ');
        String name = text.substring(0, space);
        return new ResultColumn(unquoted(name), type, computed);
    }

    private static String unquoted(String text) {
        if (!text.startsWith("\"")) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < text.length() - 1; i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = text.charAt(++i);
            switch (c) {
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'p' -> out.append('|');
                case 'u' -> {
                    out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
