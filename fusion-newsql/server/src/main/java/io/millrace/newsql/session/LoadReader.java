package io.millrace.newsql.session;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a file into lines and fields, as LOAD DATA describes them. Holds one line in memory, at most {@value #LINE_LENGTH_MAX} characters of it (1153 beyond). One thread.
 */
final class LoadReader {

    private static final int LINE_LENGTH_MAX = 64 << 20;
    private static final int BUFFER = 64 << 10;

    private final PushbackReader in;
    private final LoadOptions options;
    private final int enclosure;
    private final int escape;
    private long lineLength;
    private boolean ended;
    private boolean lineEnded;

    LoadReader(InputStream file, LoadOptions options) throws IOException {
        int longest = Math.max(
                options.lineStart().length(),
                Math.max(options.fieldEnd().length(), options.lineEnd().length()));
        this.in = new PushbackReader(
                new BufferedReader(new InputStreamReader(file, options.charset()), BUFFER), longest + 2);
        this.options = options;
        this.enclosure =
                options.enclosure().isEmpty() ? -1 : options.enclosure().charAt(0);
        this.escape = options.escape().isEmpty() ? -1 : options.escape().charAt(0);
        for (long i = 0; i < options.skipped() && skipTo(options.lineEnd()); i++) {
            lineLength = 0;
        }
    }

    /** The fields of the next line; null at the end. */
    @Nullable
    List<Literal> next() throws IOException {
        lineLength = 0;
        if (!options.lineStart().isEmpty() && !skipTo(options.lineStart())) {
            return null;
        }
        int first = in.read();
        if (first < 0) {
            return null;
        }
        in.unread(first);
        List<Literal> fields = new ArrayList<>();
        lineEnded = false;
        ended = false;
        while (!lineEnded && !ended) {
            fields.add(field());
        }
        return fields;
    }

    /** Reads behind the next occurrence. @return false if the file ended before it */
    private boolean skipTo(String text) throws IOException {
        while (true) {
            if (takes(text)) {
                return true;
            }
            if (read() < 0) {
                return false;
            }
        }
    }

    private int read() throws IOException {
        if (++lineLength > LINE_LENGTH_MAX) {
            throw SqlErrors.of(
                    1153,
                    "08S01",
                    "Line of the file too long: characters=" + lineLength + " (expected: <= " + LINE_LENGTH_MAX + ")");
        }
        return in.read();
    }

    /** Reads the text if it comes next. */
    private boolean takes(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            int next = in.read();
            if (next != text.charAt(i)) {
                if (next >= 0) {
                    in.unread(next);
                }
                for (int back = i - 1; back >= 0; back--) {
                    in.unread(text.charAt(back));
                }
                return false;
            }
        }
        return true;
    }

    private Literal field() throws IOException {
        StringBuilder text = new StringBuilder();
        int first = read();
        boolean enclosed = first >= 0 && first == enclosure;
        if (!enclosed && first >= 0) {
            in.unread(first);
        }
        boolean plain = true;
        while (true) {
            if (!enclosed && endsHere()) {
                break;
            }
            int next = read();
            if (next < 0) {
                ended = true;
                break;
            }
            if (next == escape) {
                int escaped = read();
                if (escaped == 'N' && text.isEmpty() && plain && !enclosed) {
                    if (endsHere() || ended) {
                        return Literal.NULL;
                    }
                }
                plain = false;
                append(text, escaped);
            } else if (enclosed && next == enclosure) {
                if (takes(options.enclosure())) {
                    text.append((char) next);
                } else if (endsHere()) {
                    break;
                } else {
                    text.append((char) next);
                }
            } else {
                text.append((char) next);
            }
        }
        boolean isNull = plain && !enclosed && enclosure >= 0 && text.toString().equals("NULL");
        return isNull ? Literal.NULL : Literal.of(text.toString());
    }

    /** Whether the field ends here: its end, or that of the line or the file, is read. */
    private boolean endsHere() throws IOException {
        if (takes(options.fieldEnd())) {
            return true;
        }
        if (takes(options.lineEnd())) {
            lineEnded = true;
            return true;
        }
        int next = in.read();
        if (next < 0) {
            ended = true;
            return true;
        }
        in.unread(next);
        return false;
    }

    private static void append(StringBuilder text, int escaped) {
        switch (escaped) {
            case '0' -> text.append('\0');
            case 'b' -> text.append('\b');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'Z' -> text.append('\u001A');
            case -1 -> {}
            default -> text.append((char) escaped);
        }
    }
}
