package io.millrace.launcher.shell;

/** How the shell shows the rows of a result. */
public enum ResultFormat {
    /** Columns in a frame. */
    TABLE,
    /** One column a line. */
    VERTICAL,
    /** A title line, then rows, fields apart by tabs; tab, newline, backslash and NUL escaped by a backslash. */
    TSV
}
