package io.millrace.mesh.dubbo;

/**
 * Layout of a Dubbo 2.x frame, big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-+-+-+---------+---------------+
 * |       magic 0xDA 0xBB         |R|T|E| serial. |    status     |
 * +---------------+---------------+-+-+-+---------+---------------+
 * |                          request id                           |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                          body length                          |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * R request, T two-way, E event. The status counts in responses only.
 */
final class DubboDescriptor {
    static final short MAGIC = (short) 0xDABB;

    static final int MAGIC_OFFSET = 0;
    static final int FLAG_OFFSET = MAGIC_OFFSET + 2;
    static final int STATUS_OFFSET = FLAG_OFFSET + 1;
    static final int REQUEST_ID_OFFSET = STATUS_OFFSET + 1;
    static final int BODY_LENGTH_OFFSET = REQUEST_ID_OFFSET + 8;
    static final int HEADER_LENGTH = BODY_LENGTH_OFFSET + 4;

    static final int FLAG_REQUEST = 0x80;
    static final int FLAG_TWO_WAY = 0x40;
    static final int FLAG_EVENT = 0x20;
    static final int SERIALIZATION_MASK = 0x1F;

    /** Type byte of a response body: what follows. 3 to 5 are the same with attachments behind. */
    static final int RESPONSE_EXCEPTION = 0;

    static final int RESPONSE_VALUE = 1;
    static final int RESPONSE_NULL = 2;
    static final int RESPONSE_EXCEPTION_WITH_ATTACHMENTS = 3;
    static final int RESPONSE_VALUE_WITH_ATTACHMENTS = 4;
    static final int RESPONSE_NULL_WITH_ATTACHMENTS = 5;

    private DubboDescriptor() {}
}
