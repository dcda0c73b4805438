package io.millrace.thrift;

/** How a message is written; a reader tells them apart by the first byte. */
public enum ThriftProtocol {
    /** The binary protocol; its header begins with a version. */
    BINARY,
    /** The binary protocol with the header of the time before versions, which some old clients still send. */
    BINARY_OLD,
    /** The compact protocol. */
    COMPACT
}
