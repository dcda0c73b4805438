package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The provider's side of one Dubbo 2.x connection: heartbeats, hessian2 and fastjson calls, one-way calls.
 *
 * <p>Whatever the interface and method are called, the call must name them, take one {@code String} and bring its
 * attachments, to the last byte of the frame; the answer is the {@link String#hashCode()} of the argument.
 */
final class DubboStubConnection extends StubConnection {
    private static final String PARAMETER_TYPES = "Ljava/lang/String;";
    private static final int PARAMETER_TYPES_HASH = PARAMETER_TYPES.hashCode();
    private static final int SERIALIZATIONS = 1 << DubboDescriptor.HESSIAN2 | 1 << DubboDescriptor.FASTJSON;

    /** Bits of the tag that goes with a call through the delay line. */
    private static final int TAG_WITH_ATTACHMENTS = 0x100;

    private static final int TAG_ONE_WAY = 0x200;

    private static final byte[] REFUSAL = "Thread pool is EXHAUSTED!".getBytes(StandardCharsets.US_ASCII);

    private final Hessian2Cursor hessian2 = new Hessian2Cursor();
    private final JsonLineCursor json = new JsonLineCursor();

    DubboStubConnection(StubPort port, DelayLine line, AtomicLong delayNanos) {
        super(port, line, delayNanos);
    }

    @Override
    protected int readCall(ByteBuf in, int index, int readable) {
        if (readable < DubboDescriptor.HEADER_LENGTH) {
            return 0;
        }
        int magic = in.getUnsignedShort(index);
        if (magic != DubboDescriptor.MAGIC) {
            throw new MalformedCallException("not Dubbo: magic=0x" + Integer.toHexString(magic));
        }
        int body = in.getInt(index + DubboDescriptor.LENGTH_OFFSET);
        if (body < 0 || body > DubboDescriptor.BODY_LENGTH_MAX) {
            throw new MalformedCallException(
                    "frame too long: length=" + body + " (expected: <= " + DubboDescriptor.BODY_LENGTH_MAX + ")");
        }
        int length = DubboDescriptor.HEADER_LENGTH + body;
        if (readable < length) {
            return 0;
        }
        readFrame(in, index, body);
        return length;
    }

    private void readFrame(ByteBuf in, int index, int bodyLength) {
        int flag = in.getUnsignedByte(index + DubboDescriptor.FLAG_OFFSET);
        long id = in.getLong(index + DubboDescriptor.ID_OFFSET);
        if ((flag & DubboDescriptor.FLAG_EVENT) != 0) {
            readEvent(flag, id);
        } else if ((flag & DubboDescriptor.FLAG_REQUEST) != 0) {
            readRequest(in, index + DubboDescriptor.HEADER_LENGTH, bodyLength, flag, id);
        } else {
            throw new MalformedCallException("an answer to no call: id=" + id);
        }
    }

    /** Answers a heartbeat that wants it; other events, and answers to ours (we send none), pass by. */
    private void readEvent(int flag, long id) {
        int wanted = DubboDescriptor.FLAG_REQUEST | DubboDescriptor.FLAG_TWO_WAY;
        if ((flag & wanted) != wanted) {
            return;
        }
        int serialization = serialization(flag);
        ByteBuf answers = out();
        int start = startFrame(answers, DubboDescriptor.FLAG_EVENT | serialization, DubboDescriptor.STATUS_OK, id);
        if (serialization == DubboDescriptor.HESSIAN2) {
            answers.writeByte('N');
        } else {
            answers.writeCharSequence("null\n", StandardCharsets.US_ASCII);
        }
        endFrame(answers, start);
    }

    private void readRequest(ByteBuf in, int body, int length, int flag, long id) {
        int serialization = serialization(flag);
        CallCursor cursor = serialization == DubboDescriptor.HESSIAN2 ? hessian2 : json;
        cursor.over(in, body, length);
        requireText(cursor, "Dubbo version");
        boolean attachments = cursor.textAnswersWithAttachments();
        requireText(cursor, "path");
        cursor.textHash();
        requireText(cursor, "method");
        int types = requireText(cursor, "parameter types");
        if (types != PARAMETER_TYPES_HASH || cursor.textChars() != PARAMETER_TYPES.length()) {
            throw new MalformedCallException(
                    "not the parameter types of the method (expected: " + PARAMETER_TYPES + ")");
        }
        int hash = cursor.textHash();
        if (cursor.textChars() < 0) {
            throw new MalformedCallException("argument is null (expected: a text)");
        }
        cursor.skipMap();
        if (!cursor.isAtEnd()) {
            throw new MalformedCallException("bytes after the attachments: id=" + id);
        }
        boolean oneWay = (flag & DubboDescriptor.FLAG_TWO_WAY) == 0;
        answer(id, hash, serialization | (attachments ? TAG_WITH_ATTACHMENTS : 0) | (oneWay ? TAG_ONE_WAY : 0));
    }

    private static int serialization(int flag) {
        int serialization = flag & DubboDescriptor.SERIALIZATION_MASK;
        if ((SERIALIZATIONS >>> serialization & 1) == 0) {
            throw new MalformedCallException("serialization=" + serialization + " (expected: 2 hessian2, 6 fastjson)");
        }
        return serialization;
    }

    private static int requireText(CallCursor cursor, String what) {
        int hash = cursor.textHash();
        if (cursor.textChars() <= 0) {
            throw new MalformedCallException(what + " is missing");
        }
        return hash;
    }

    @Override
    protected void writeAnswer(ByteBuf answers, long id, int hash, int tag) {
        if ((tag & TAG_ONE_WAY) != 0) {
            return;
        }
        int serialization = tag & DubboDescriptor.SERIALIZATION_MASK;
        boolean attachments = (tag & TAG_WITH_ATTACHMENTS) != 0;
        int type = attachments ? DubboDescriptor.REPLY_VALUE_WITH_ATTACHMENTS : DubboDescriptor.REPLY_VALUE;
        int start = startFrame(answers, serialization, DubboDescriptor.STATUS_OK, id);
        if (serialization == DubboDescriptor.HESSIAN2) {
            answers.writeByte(0x90 + type);
            writeHessian2Int(answers, hash);
            if (attachments) {
                answers.writeByte('H').writeByte('Z');
            }
        } else {
            answers.writeByte('0' + type).writeByte('\n');
            Decimal.write(answers, hash);
            answers.writeByte('\n');
            if (attachments) {
                answers.writeByte('{').writeByte('}').writeByte('\n');
            }
        }
        endFrame(answers, start);
    }

    @Override
    protected void writeRefusal(ByteBuf answers, long id, int tag) {
        if ((tag & TAG_ONE_WAY) != 0) {
            return;
        }
        int serialization = tag & DubboDescriptor.SERIALIZATION_MASK;
        int start = startFrame(answers, serialization, DubboDescriptor.STATUS_POOL_EXHAUSTED, id);
        if (serialization == DubboDescriptor.HESSIAN2) {
            answers.writeByte(REFUSAL.length).writeBytes(REFUSAL);
        } else {
            answers.writeByte('"').writeBytes(REFUSAL).writeByte('"').writeByte('\n');
        }
        endFrame(answers, start);
    }

    private static int startFrame(ByteBuf answers, int flag, int status, long id) {
        int start = answers.writerIndex();
        answers.ensureWritable(64);
        answers.writeShort(DubboDescriptor.MAGIC)
                .writeByte(flag)
                .writeByte(status)
                .writeLong(id)
                .writeInt(0);
        return start;
    }

    private static void endFrame(ByteBuf answers, int start) {
        int body = answers.writerIndex() - start - DubboDescriptor.HEADER_LENGTH;
        answers.setInt(start + DubboDescriptor.LENGTH_OFFSET, body);
    }

    private static void writeHessian2Int(ByteBuf answers, int value) {
        if (value >= -0x10 && value <= 0x2f) {
            answers.writeByte(0x90 + value);
        } else if (value >= -0x800 && value <= 0x7ff) {
            answers.writeByte(0xc8 + (value >> 8)).writeByte(value);
        } else if (value >= -0x40000 && value <= 0x3ffff) {
            answers.writeByte(0xd4 + (value >> 16)).writeShort(value);
        } else {
            answers.writeByte('I').writeInt(value);
        }
    }
}
