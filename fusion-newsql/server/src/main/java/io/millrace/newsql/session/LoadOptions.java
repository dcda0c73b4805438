package io.millrace.newsql.session;

import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.syntax.QualifiedName;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a LOAD DATA says.
 *
 * @param command INSERT, INSERT IGNORE or REPLACE
 * @param columns columns, and variables with their {@code @}; empty for all columns
 * @param skipped lines that are passed over
 */
record LoadOptions(
        boolean local,
        String file,
        String command,
        QualifiedName table,
        Charset charset,
        String fieldEnd,
        String enclosure,
        String escape,
        String lineStart,
        String lineEnd,
        long skipped,
        List<String> columns,
        List<Assignment> assignments) {

    /** {@code column = expression} of SET. */
    record Assignment(String column, String expression) {}

    boolean hasVariables() {
        return columns.stream().anyMatch(column -> column.startsWith("@"));
    }

    static LoadOptions read(StatementText statement) {
        StatementReader in = new StatementReader(statement, 1);
        if (in.sees("XML")) {
            throw SqlErrors.unsupported("LOAD XML");
        }
        in.expect("DATA");
        if (!in.take("LOW_PRIORITY")) {
            in.take("CONCURRENT");
        }
        boolean local = in.take("LOCAL");
        in.expect("INFILE");
        String file = in.string();
        boolean replace = in.take("REPLACE");
        boolean ignore = !replace && in.take("IGNORE");
        in.expect("INTO", "TABLE");
        QualifiedName table = in.qualifiedName();
        if (in.sees("PARTITION")) {
            throw SqlErrors.unsupported("PARTITION");
        }
        Charset charset = charset(in);
        // As MySQL: a client's file cannot be stopped, so what does not fit is left out, not an error.
        String command = replace ? "REPLACE" : ignore || local ? "INSERT IGNORE" : "INSERT";
        Format format = format(in);
        long skipped = 0;
        if (in.take("IGNORE")) {
            skipped = in.number();
            if (!in.take("LINES")) {
                in.expect("ROWS");
            }
        }
        List<String> columns = columns(in);
        List<Assignment> assignments = assignments(in);
        in.expectEnd();
        return new LoadOptions(
                local,
                file,
                command,
                table,
                charset,
                format.fieldEnd,
                format.enclosure,
                format.escape,
                format.lineStart,
                format.lineEnd,
                skipped,
                columns,
                assignments);
    }

    private static Charset charset(StatementReader in) {
        if (!in.take("CHARACTER", "SET")) {
            return StandardCharsets.UTF_8;
        }
        String name = in.nameOrString().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "utf8mb4", "utf8", "utf8mb3" -> StandardCharsets.UTF_8;
            case "latin1" -> StandardCharsets.ISO_8859_1;
            case "ascii" -> StandardCharsets.US_ASCII;
            case "binary" -> StandardCharsets.ISO_8859_1;
            default -> throw SqlErrors.of(1115, "42000", "Unknown character set: '" + name + "'");
        };
    }

    private static final class Format {
        private String fieldEnd = "\t";
        private String enclosure = "";
        private String escape = "\\";
        private String lineStart = "";
        private String lineEnd = "\n";
    }

    private static Format format(StatementReader in) {
        Format format = new Format();
        if (in.take("FIELDS") || in.take("COLUMNS")) {
            while (in.seesOneOf("TERMINATED", "OPTIONALLY", "ENCLOSED", "ESCAPED")) {
                if (in.take("TERMINATED", "BY")) {
                    format.fieldEnd = in.string();
                } else if (in.take("OPTIONALLY", "ENCLOSED", "BY") || in.take("ENCLOSED", "BY")) {
                    format.enclosure = single(in);
                } else {
                    in.expect("ESCAPED", "BY");
                    format.escape = single(in);
                }
            }
        }
        if (in.take("LINES")) {
            while (in.seesOneOf("STARTING", "TERMINATED")) {
                if (in.take("STARTING", "BY")) {
                    format.lineStart = in.string();
                } else {
                    in.expect("TERMINATED", "BY");
                    format.lineEnd = in.string();
                }
            }
        }
        if (format.fieldEnd.isEmpty() || format.lineEnd.isEmpty()) {
            throw SqlErrors.unsupported("LOAD DATA without an end of fields or lines");
        }
        return format;
    }

    private static String single(StatementReader in) {
        String text = in.string();
        if (text.length() > 1) {
            throw SqlErrors.of(1083, "42000", "Field separator argument is not what is expected; check the manual");
        }
        return text;
    }

    private static List<String> columns(StatementReader in) {
        List<String> columns = new ArrayList<>();
        if (in.takeSymbol("(")) {
            do {
                Token token = in.next();
                if (!token.isName() && token.kind() != Token.Kind.VARIABLE) {
                    in.moveTo(in.at() - 1);
                    throw in.error();
                }
                columns.add(token.text().replace("`", ""));
            } while (in.takeSymbol(","));
            in.expectSymbol(")");
        }
        return columns;
    }

    private static List<Assignment> assignments(StatementReader in) {
        List<Assignment> assignments = new ArrayList<>();
        if (in.take("SET")) {
            do {
                String column = in.qualifiedName().name();
                in.expectSymbol("=");
                int from = in.at();
                in.skipExpression();
                assignments.add(new Assignment(column, in.text(from, in.at())));
            } while (in.takeSymbol(","));
        }
        return assignments;
    }
}
