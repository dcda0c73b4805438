package io.millrace.benchmark.mesh;

/**
 * Layout of a Dubbo 2.x frame, big-endian.
 *
 * <pre>
 *  0        2      3        4                        12              16
 *  +--------+------+--------+------------------------+---------------+----------------+
 *  | da bb  | flag | status | request id (8)         | body length   | body           |
 *  +--------+------+--------+------------------------+---------------+----------------+
 * </pre>
 *
 * <p>Source: {@code ExchangeCodec} and {@code DubboCodec} of Apache Dubbo 2.7 and 3.3.
 */
final class DubboDescriptor {
    static final int FLAG_OFFSET = 2;
    static final int STATUS_OFFSET = 3;
    static final int ID_OFFSET = 4;
    static final int LENGTH_OFFSET = 12;
    static final int HEADER_LENGTH = 16;

    static final int MAGIC = 0xdabb;
    static final int FLAG_REQUEST = 0x80;
    static final int FLAG_TWO_WAY = 0x40;
    static final int FLAG_EVENT = 0x20;
    static final int SERIALIZATION_MASK = 0x1f;

    static final int HESSIAN2 = 2;
    static final int FASTJSON = 6;

    static final int STATUS_OK = 20;
    static final int STATUS_BAD_REQUEST = 40;
    static final int STATUS_POOL_EXHAUSTED = 100;

    static final int REPLY_VALUE = 1;
    static final int REPLY_VALUE_WITH_ATTACHMENTS = 4;

    /** Dubbo's own default limit of a body: 8 MiB. */
    static final int BODY_LENGTH_MAX = 8 << 20;

    private DubboDescriptor() {}
}
