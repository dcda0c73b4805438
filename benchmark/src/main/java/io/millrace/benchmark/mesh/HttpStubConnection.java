package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The provider's side of one HTTP/1.1 connection, for peers that cannot speak Dubbo: {@code POST} a form with the field
 * {@code parameter}, get its {@link String#hashCode()} as text.
 */
final class HttpStubConnection extends StubConnection {
    private static final byte[] FIELD = "parameter=".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OK = ascii("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ");
    private static final byte[] HEAD_END = ascii("\r\n\r\n");
    private static final byte[] BUSY = ascii("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n");

    private final HttpHead head = new HttpHead();

    HttpStubConnection(StubPort port, DelayLine line, AtomicLong delayNanos) {
        super(port, line, delayNanos);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    protected int readCall(ByteBuf in, int index, int readable) {
        int headLength = head.parse(in, index, readable);
        if (headLength < 0 || readable - headLength < head.contentLength()) {
            return 0;
        }
        if (in.getByte(index) != 'P') {
            throw new MalformedCallException("not a POST: first=0x" + Integer.toHexString(in.getByte(index)));
        }
        int body = index + headLength;
        answer(0, parameterHash(in, body, body + head.contentLength()), 0);
        return headLength + head.contentLength();
    }

    private static int parameterHash(ByteBuf in, int body, int end) {
        int field = body;
        while (field < end) {
            int next = in.indexOf(field, end, (byte) '&');
            int fieldEnd = next < 0 ? end : next;
            if (isParameter(in, field, fieldEnd)) {
                return FormText.hash(in, field + FIELD.length, fieldEnd);
            }
            field = fieldEnd + 1;
        }
        throw new MalformedCallException("form without a field named parameter: length=" + (end - body));
    }

    private static boolean isParameter(ByteBuf in, int from, int to) {
        if (to - from < FIELD.length) {
            return false;
        }
        for (int i = 0; i < FIELD.length; i++) {
            if (in.getByte(from + i) != FIELD[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    protected void writeAnswer(ByteBuf answers, long id, int hash, int tag) {
        answers.writeBytes(OK);
        Decimal.write(answers, Decimal.length(hash));
        answers.writeBytes(HEAD_END);
        Decimal.write(answers, hash);
    }

    @Override
    protected void writeRefusal(ByteBuf answers, long id, int tag) {
        answers.writeBytes(BUSY);
    }
}
