package io.millrace.mesh.link;

/**
 * Layout of a link frame, big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+---------------+---------------+
 * |       magic 0x4D 0x52         |    version    |     kind      |
 * +---------------+---------------+---------------+---------------+
 * |     flags     |   protocol    | serialization |    status     |
 * +---------------+---------------+---------------+---------------+
 * |                          request id                           |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |  CALL: budget, microseconds  /  REPLY: in flight u16, limit u16|
 * +---------------------------------------------------------------+
 * |                        metadata length                        |
 * +---------------------------------------------------------------+
 * |             body length = metadata + payload                  |
 * +---------------------------------------------------------------+
 * |  metadata ...                 |  payload ...                  |
 * </pre>
 */
final class LinkDescriptor {
    static final short MAGIC = 0x4D52;
    static final byte VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = MAGIC_OFFSET + 2;
    static final int KIND_OFFSET = VERSION_OFFSET + 1;
    static final int FLAGS_OFFSET = KIND_OFFSET + 1;
    static final int PROTOCOL_OFFSET = FLAGS_OFFSET + 1;
    static final int SERIALIZATION_OFFSET = PROTOCOL_OFFSET + 1;
    static final int STATUS_OFFSET = SERIALIZATION_OFFSET + 1;
    static final int REQUEST_ID_OFFSET = STATUS_OFFSET + 1;
    static final int BUDGET_OFFSET = REQUEST_ID_OFFSET + 8;
    static final int IN_FLIGHT_OFFSET = BUDGET_OFFSET;
    static final int LIMIT_OFFSET = IN_FLIGHT_OFFSET + 2;
    static final int METADATA_LENGTH_OFFSET = BUDGET_OFFSET + 4;
    static final int BODY_LENGTH_OFFSET = METADATA_LENGTH_OFFSET + 4;
    static final int HEADER_LENGTH = BODY_LENGTH_OFFSET + 4;

    static final byte KIND_HELLO = 1;
    static final byte KIND_HELLO_ACK = 2;
    static final byte KIND_CALL = 3;
    static final byte KIND_REPLY = 4;
    static final byte KIND_PING = 5;
    static final byte KIND_PONG = 6;
    static final byte KIND_GOAWAY = 7;

    /** On a CALL: the metadata carries the target in full, to be remembered under its id for later calls. */
    static final byte FLAG_DEFINES_TARGET = 1;

    /** Body of HELLO and HELLO_ACK: features u32, window u32, name. Features are a set of bits; none is defined yet. */
    static final int HELLO_FEATURES_OFFSET = HEADER_LENGTH;

    static final int HELLO_WINDOW_OFFSET = HELLO_FEATURES_OFFSET + 4;
    static final int HELLO_BODY_LENGTH = 8;

    private LinkDescriptor() {}
}
