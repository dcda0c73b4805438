package io.millrace.thrift;

import org.jspecify.annotations.Nullable;

/**
 * A message that cannot be read or written; {@link #reason()} says what a caller can do about it.
 *
 * <p>Nothing of the message has left when it is thrown while writing. A reader has no state: the same bytes fail the same way again.
 */
public final class ThriftException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a message failed. */
    public enum Reason {
        /** The bytes end before the message does. */
        TRUNCATED,
        /** A length or a count below 0. */
        NEGATIVE_SIZE,
        /** A container claims more elements than could lie in the bytes that are left. */
        OVERSIZED,
        /** A number that stands for no type. */
        UNKNOWN_TYPE,
        /** A value that its type does not have: an overlong varint, elements of another type than the field's. */
        MALFORMED,
        /** One of {@link ThriftLimits}; the message names it. */
        LIMIT,
        /** Structs and containers are nested deeper than {@link ThriftLimits#depth()}. */
        DEPTH,
        /** A required field is missing, or a union does not hold exactly one. */
        MISSING_FIELD,
        /** No message begins here, or one of a version that is not known. */
        BAD_MESSAGE,
        /** An object was changed while it was being written. */
        CHANGED
    }

    private final Reason reason;
    private final String path;
    private final int position;

    ThriftException(Reason reason, String what, String path, int position, @Nullable Throwable cause) {
        super(what + place(path, position), cause);
        this.reason = reason;
        this.path = path;
        this.position = position;
    }

    /** While writing: there is no position. */
    ThriftException(Reason reason, String what) {
        this(reason, what, "", -1, null);
    }

    /** Of a struct that is not as its definition asks, named in {@code what}; thrown by generated code when it writes. */
    public static ThriftException invalid(String what) {
        return new ThriftException(Reason.MISSING_FIELD, what);
    }

    /** Why it failed. */
    public Reason reason() {
        return reason;
    }

    /**
     * The field at which reading stopped, by ids from the outermost struct: {@code 3[17].2} is field 2 of element 17 of field 3, {@code 4{2}} the
     * value of entry 2 of map 4. Empty at the message itself and while writing.
     */
    public String path() {
        return path;
    }

    /** Bytes from the first of the message, or -1 while writing. */
    public int position() {
        return position;
    }

    private static String place(String path, int position) {
        if (position < 0) {
            return "";
        }
        return (path.isEmpty() ? ", at byte " : ", field " + path + ", at byte ") + position;
    }
}
