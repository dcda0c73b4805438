package io.millrace.mesh.ingress;

import io.millrace.mesh.ingress.Route.Target;
import io.millrace.mesh.link.LinkClient;
import io.millrace.mesh.thrift.ThriftEncoding;
import io.millrace.mesh.thrift.ThriftStatus;
import io.millrace.registry.Endpoint;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftApplicationException.Kind;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The call of a Thrift message: its arguments travel as they came, and so does the result. */
final class ThriftCall extends ForwardedCall {
    private final ThriftConnection connection;
    private final ThriftMethod method;
    private final MessageForm form;
    private final MessageHeader header;
    private final ByteBuf arguments;
    private final int index;
    private final int length;

    /** @param arguments retained here until the call has ended */
    ThriftCall(
            ThriftConnection connection,
            LoopContext context,
            ThriftMethod method,
            MessageForm form,
            MessageHeader header,
            ByteBuf arguments,
            int index,
            int length) {
        super(context, method.route(), true);
        this.connection = connection;
        this.method = method;
        this.form = form;
        this.header = header;
        this.arguments = arguments.retain();
        this.index = index;
        this.length = length;
    }

    boolean isOneway() {
        return header.kind() == MessageKind.ONEWAY;
    }

    /** As it was called, so it is answered. */
    MessageForm form() {
        return form;
    }

    MessageHeader header() {
        return header;
    }

    @Override
    @Nullable
    String mismatch(Endpoint endpoint) {
        if (!endpoint.protocol().equals(ThriftEncoding.PROTOCOL_WORD)) {
            return route().key() + " speaks " + endpoint.protocol() + ", not Thrift";
        }
        String encoding = encoding().word();
        return endpoint.serialization().equals(encoding)
                ? null
                : route().key() + " speaks Thrift's " + endpoint.serialization() + " protocol, and was called in "
                        + encoding;
    }

    private ThriftEncoding encoding() {
        return ThriftEncoding.of(form.protocol());
    }

    @Override
    long writeTo(Target to, long budgetMicros) {
        LinkClient link = to.link();
        link.begin(
                this, method.target(), ThriftEncoding.LINK_PROTOCOL, encoding().id(), budgetMicros, Map.of(), 0);
        return link.end(arguments, index, length);
    }

    @Override
    void onProviderReply(Target from, int status, int serialization, ByteBuf in, int at, int bytes, long now) {
        switch (status) {
            case ThriftStatus.REPLY -> {
                record(from, 200, now);
                finish(200, now);
                connection.answer(this, MessageKind.REPLY, in, at, bytes);
            }
            case ThriftStatus.EXCEPTION -> {
                record(from, 500, now);
                finish(500, now);
                connection.answer(this, MessageKind.EXCEPTION, in, at, bytes);
            }
            default -> {
                record(from, 502, now);
                end(502, status, "provider agent answered with a status that Thrift does not have: " + status);
            }
        }
    }

    @Override
    void answerError(int status, int providerStatus, String message) {
        connection.answerError(this, kindOf(status), message);
    }

    private static Kind kindOf(int status) {
        return switch (status) {
            case 400 -> Kind.INVALID_PROTOCOL;
            case 404 -> Kind.UNKNOWN_METHOD;
            default -> Kind.INTERNAL_ERROR;
        };
    }

    @Override
    void release() {
        arguments.release();
    }
}
