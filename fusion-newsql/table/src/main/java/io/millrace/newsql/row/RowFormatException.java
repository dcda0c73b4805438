package io.millrace.newsql.row;

/** A row in the storage is not what its table's definition says: damaged, or written by a later version. */
public final class RowFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RowFormatException(String message) {
        super(message);
    }
}
