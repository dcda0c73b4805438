package io.millrace.thrift;

/**
 * An exception that a definition declares; what generated exceptions extend.
 *
 * <p>A handler throws it, or completes with it, and it travels as a field of the method's result; the caller is given it again. It is checked because it is part of the
 * method's contract, where {@link ThriftApplicationException} is the server's own.
 */
public abstract class ThriftDeclaredException extends Exception implements ThriftStruct {
    private static final long serialVersionUID = 1L;

    /** Without a cause: only the definition's fields travel. */
    protected ThriftDeclaredException() {
        super(null, null);
    }
}
