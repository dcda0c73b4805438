package io.millrace.mesh.thrift;

/** How a Thrift call ended at its provider, as the status of a link's REPLY. */
public final class ThriftStatus {
    /** A result, a declared exception included; or, without a payload, that a one-way call was sent. Dubbo's OK has this number too. */
    public static final int REPLY = 20;
    /** A {@code TApplicationException}. */
    public static final int EXCEPTION = 21;

    private ThriftStatus() {}
}
