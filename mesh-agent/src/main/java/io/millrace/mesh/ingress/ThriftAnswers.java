package io.millrace.mesh.ingress;

import io.millrace.mesh.thrift.ThriftEnvelope;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftApplicationException.Kind;
import io.millrace.thrift.ThriftBinary;
import io.millrace.thrift.ThriftCompact;
import io.millrace.thrift.ThriftProtocol;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.Predicate;

/**
 * The answers that a connection of Thrift owes, in the order of its calls: one whose turn has come is written, one that is early is
 * kept.
 *
 * <p><b>Threads</b>: the connection's event loop.
 */
final class ThriftAnswers {
    /** Messages come from providers too; a stack trace is not for the caller. */
    private static final int MAX_ERROR_CHARS = 1024;

    /** What an answer has set free. */
    enum Left {
        /** It waits for those before it. */
        NOTHING,
        /** Answers were written. */
        SOME,
        /** Answers were written, and the connection ends with them. */
        LAST
    }

    private final AnswerLine line = new AnswerLine();
    private final Channel channel;
    private final WriteBatch out;
    private final Predicate<Exchange> isLast;

    /** @param isLast whether the connection ends with the answer to a call */
    ThriftAnswers(Channel channel, Predicate<Exchange> isLast) {
        this.channel = channel;
        this.out = WriteBatch.on(channel);
        this.isLast = isLast;
    }

    /** Puts a call at the end of the line. */
    <E extends Exchange> E add(E exchange) {
        return line.add(exchange);
    }

    /** Answers that have not left. */
    int owed() {
        return line.owed();
    }

    /** Where they are written. */
    WriteBatch out() {
        return out;
    }

    /** The connection is gone. */
    void abandon() {
        line.abandon();
    }

    /** Answers the call of {@code header}, put as {@code form} says, with a struct (borrows). */
    Left answer(
            Exchange exchange,
            MessageForm form,
            MessageHeader header,
            MessageKind kind,
            ByteBuf struct,
            int index,
            int length) {
        exchange.markAnswered();
        // A multiplexing server answers by the method's name alone, and some clients compare it.
        MessageHeader answer = new MessageHeader(header.simpleMethod(), kind, header.sequence());
        if (!line.isFirst(exchange)) {
            ByteBuf early = channel.alloc().buffer(128 + length);
            ThriftEnvelope.write(early, form, answer, struct, index, length);
            exchange.keep(early);
            return Left.NOTHING;
        }
        ThriftEnvelope.write(out, form, answer, struct, index, length);
        boolean last = line.leave(out, isLast);
        out.commit();
        return last ? Left.LAST : Left.SOME;
    }

    /** Answers with a {@code TApplicationException}. */
    Left refuse(Exchange exchange, MessageForm form, MessageHeader header, Kind kind, String message) {
        String text = message.length() <= MAX_ERROR_CHARS ? message : message.substring(0, MAX_ERROR_CHARS);
        ThriftApplicationException refusal = new ThriftApplicationException(kind, text);
        ByteBuf struct = channel.alloc().buffer(128);
        try {
            if (form.protocol() == ThriftProtocol.COMPACT) {
                ThriftCompact.write(refusal, struct);
            } else {
                ThriftBinary.write(refusal, struct);
            }
            return answer(exchange, form, header, MessageKind.EXCEPTION, struct, 0, struct.readableBytes());
        } finally {
            struct.release();
        }
    }
}
