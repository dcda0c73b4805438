package io.millrace.thrift.netty;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftApplicationException;
import io.millrace.thrift.ThriftException;
import io.millrace.thrift.ThriftMessage;
import io.millrace.thrift.ThriftStruct;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One call, from the thread that makes it to its end on the connection's loop. */
final class PendingCall<R extends ThriftStruct> {
    private final MessageHeader header;
    private final @Nullable StructType<R> result;
    private final CompletableFuture<@Nullable R> answer = new CompletableFuture<>();
    private final ChainedBuffer frame;
    private long deadlineNanos;

    /** Takes the frame; without a type of result there is no answer to wait for. */
    PendingCall(MessageHeader header, @Nullable StructType<R> result, ChainedBuffer frame) {
        this.header = header;
        this.result = result;
        this.frame = frame;
    }

    int sequence() {
        return header.sequence();
    }

    String method() {
        return header.method();
    }

    boolean isAnswered() {
        return result != null;
    }

    CompletableFuture<@Nullable R> answer() {
        return answer;
    }

    /** Lends what is to be sent, until it is. */
    ChainedBuffer frame() {
        return frame;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    void deadlineNanos(long nanos) {
        deadlineNanos = nanos;
    }

    /** Sent, and nothing comes back. */
    void sent() {
        answer.complete(null);
    }

    /** Reads the answer to this call. */
    void answered(ThriftMessage message) {
        StructType<R> type = result;
        if (type == null) {
            return;
        }
        try {
            MessageKind kind = message.header().kind();
            if (kind == MessageKind.REPLY) {
                answer.complete(message.body(type));
            } else if (kind == MessageKind.EXCEPTION) {
                answer.completeExceptionally(message.body(ThriftApplicationException.TYPE));
            } else {
                answer.completeExceptionally(new ThriftApplicationException(
                        ThriftApplicationException.Kind.INVALID_MESSAGE_TYPE, "no answer: " + kind));
            }
        } catch (ThriftException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Ends without an answer; what was not sent is given back. */
    void failed(RuntimeException failure) {
        frame.close();
        answer.completeExceptionally(failure);
    }
}
