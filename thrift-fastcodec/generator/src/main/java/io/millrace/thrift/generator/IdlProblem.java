package io.millrace.thrift.generator;

/**
 * One thing that is wrong with an IDL file, or worth a warning.
 *
 * @param position where
 * @param message what was found and what was expected, in one line
 */
public record IdlProblem(Kind kind, IdlPosition position, String message) {

    /** What is wrong. */
    public enum Kind {
        /** The text does not follow the grammar. */
        SYNTAX,
        /** A name that is unknown, ambiguous or there twice, or a field id that is. */
        NAME,
        /** A type where it may not stand, or a value that its type does not hold. */
        TYPE,
        /** Includes, typedefs, constants or services that need each other. */
        CYCLE,
        /** More of something than a limit allows. */
        LIMIT,
        /** A file that is not there or cannot be read. */
        FILE
    }

    /** {@code file:line:column: message}. */
    @Override
    public String toString() {
        return position + ": " + message;
    }
}
