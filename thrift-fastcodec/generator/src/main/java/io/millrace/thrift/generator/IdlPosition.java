package io.millrace.thrift.generator;

/**
 * A place in an IDL file.
 *
 * @param file the file's name as it was given or found
 * @param line from 1; 0 where the file as a whole is meant
 * @param column from 1, in UTF-16 units; a tab is one; 0 where the file as a whole is meant
 */
public record IdlPosition(String file, int line, int column) {

    /** The file as a whole. */
    public static IdlPosition of(String file) {
        return new IdlPosition(file, 0, 0);
    }

    /** {@code file:line:column}, or the file alone. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ':' + line + ':' + column;
    }
}
