package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The header transport, which some clients put between the frame's length and the message.
 *
 * <pre>
 *  | 0F FF | flags: 2 | sequence: 4 | words: 2 | protocol, transforms, info: varints and strings | zeros | message …
 *                                              └──────────────── words × 4 bytes ────────────────┘
 * </pre>
 *
 * Transforms (compression) are refused: a frame could grow without bound.
 *
 * <p><b>Source.</b> Apache Thrift's {@code doc/specs/HeaderFormat.md}.
 */
final class HeaderTransport {
    static final int MAGIC = 0x0FFF;

    private static final int FIXED_LENGTH = 10;
    private static final int WORD = 4;
    private static final int INFO_KEY_VALUE = 1;
    private static final int PROTOCOL_BINARY = 0;
    private static final int PROTOCOL_COMPACT = 2;

    /** Where the message begins, and what the client said beside it. */
    record Content(int messageAt, Map<String, String> info) {}

    private HeaderTransport() {}

    /** Whether a header begins here; no message without one begins so. */
    static boolean isAt(byte[] bytes, int at, int end) {
        return end - at >= 2 && ((short) BigEndian.SHORT.get(bytes, at) & 0xFFFF) == MAGIC;
    }

    static Content read(byte[] bytes, int offset, int end, ThriftLimits limits) {
        if (end - offset < FIXED_LENGTH) {
            throw failure(Reason.TRUNCATED, "header ends too early: left=" + (end - offset));
        }
        int length = ((short) BigEndian.SHORT.get(bytes, offset + 8) & 0xFFFF) * WORD;
        int at = offset + FIXED_LENGTH;
        if (length > end - at) {
            throw failure(
                    Reason.TRUNCATED, "header ends too early: left=" + (end - at) + " (expected: " + length + ")");
        }
        CompactInput in = new CompactInput(bytes, at, at + length, limits);
        int protocol = in.varint32();
        if (protocol != PROTOCOL_BINARY && protocol != PROTOCOL_COMPACT) {
            throw failure(Reason.BAD_MESSAGE, "unknown protocol in header: " + protocol + " (expected: 0 or 2)");
        }
        int transforms = in.varint32();
        if (transforms != 0) {
            throw failure(Reason.BAD_MESSAGE, "transforms in header: " + transforms + " (expected: 0)");
        }
        return new Content(at + length, info(in, at + length));
    }

    /** Pairs of the one kind of info there is; another kind ends the header, for its length is not known. */
    private static Map<String, String> info(CompactInput in, int end) {
        Map<String, String> info = new LinkedHashMap<>();
        while (in.position() < end && in.varint32() == INFO_KEY_VALUE) {
            int pairs = in.varint32();
            for (int i = 0; i < pairs || pairs < 0; i++) {
                in.charge(DecodedMemory.ENTRY);
                info.put(in.string(), in.string());
            }
        }
        return info;
    }

    /** What stands in front of an answer without transforms or info. */
    static byte[] head(ThriftProtocol protocol, int sequence) {
        byte[] head = new byte[FIXED_LENGTH + WORD];
        BigEndian.SHORT.set(head, 0, (short) MAGIC);
        BigEndian.INT.set(head, 4, sequence);
        BigEndian.SHORT.set(head, 8, (short) 1);
        head[FIXED_LENGTH] = (byte) (protocol == ThriftProtocol.COMPACT ? PROTOCOL_COMPACT : PROTOCOL_BINARY);
        return head;
    }

    private static ThriftException failure(Reason reason, String what) {
        return new ThriftException(reason, what, "", 0, null);
    }
}
