package io.millrace.mesh.ingress;

import io.millrace.mesh.dubbo.DubboFormatException;
import io.millrace.mesh.dubbo.DubboStatus;
import io.millrace.mesh.dubbo.ResultText;
import io.millrace.mesh.dubbo.Serialization;
import io.millrace.mesh.dubbo.TextArgument;
import io.millrace.mesh.ingress.Route.Target;
import io.millrace.registry.Endpoint;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The call of a form: writes its text as an argument, and reads the result as text.
 *
 * <p>A provider whose thread pool was exhausted earns it one attempt elsewhere.
 */
final class HttpCall extends ForwardedCall {
    private static final int PROTOCOL_DUBBO = 1;

    private final HttpConnection connection;
    private final CallableMethod method;
    private final Map<String, String> attachments;
    /** The parameter: as it stands in the request, or decoded. One of the two. */
    private final @Nullable ByteBuf plain;

    private final int plainIndex;
    private final int plainLength;
    private final @Nullable String decoded;
    private boolean poolExhaustedOnce;

    /** @param plain retained here until the call has ended; null if {@code decoded} is given */
    HttpCall(
            HttpConnection connection,
            LoopContext context,
            CallableMethod method,
            Map<String, String> attachments,
            @Nullable ByteBuf plain,
            int plainIndex,
            int plainLength,
            @Nullable String decoded,
            boolean keepAlive) {
        super(context, method.route(), keepAlive);
        this.connection = connection;
        this.method = method;
        this.attachments = attachments;
        this.plain = plain == null ? null : plain.retain();
        this.plainIndex = plainIndex;
        this.plainLength = plainLength;
        this.decoded = decoded;
    }

    @Override
    @Nullable
    String mismatch(Endpoint endpoint) {
        return endpoint.protocol().equals(Endpoint.PROTOCOL_DEFAULT)
                ? null
                : route().key() + " speaks " + endpoint.protocol() + ", which a form cannot call";
    }

    @Override
    long writeTo(Target to, long budgetMicros) {
        Serialization serialization = to.serialization();
        ByteBuf out = to.link()
                .begin(
                        this,
                        method.target(),
                        PROTOCOL_DUBBO,
                        serialization.id(),
                        budgetMicros,
                        attachments,
                        mostArgumentBytes());
        writeArgument(serialization, out);
        return to.link().end();
    }

    private int mostArgumentBytes() {
        String text = decoded;
        return text == null ? TextArgument.mostBytesOfPlain(plainLength) : TextArgument.mostBytes(text.length());
    }

    private void writeArgument(Serialization serialization, ByteBuf out) {
        ByteBuf bytes = plain;
        if (bytes != null) {
            TextArgument.writePlainString(serialization, bytes, plainIndex, plainLength, out);
        } else {
            method.argument().write(serialization, decoded == null ? "" : decoded, out);
        }
    }

    @Override
    void onProviderReply(Target from, int status, int serialization, ByteBuf in, int index, int length, long now) {
        if (status == DubboStatus.OK) {
            answerResult(from, serialization, in, index, length, now);
        } else {
            onProviderStatus(from, status, serialization, in, index, length, now);
        }
    }

    private void answerResult(Target from, int serialization, ByteBuf in, int index, int length, long now) {
        Serialization known = Serialization.ofId(serialization);
        ByteBuf text = context().text();
        int status;
        ResultText.Kind kind;
        try {
            if (known == null) {
                throw new DubboFormatException("serialization not read here: " + serialization);
            }
            kind = ResultText.write(known, in, index, length, text);
            status = kind == ResultText.Kind.EXCEPTION ? 500 : 200;
        } catch (DubboFormatException e) {
            record(from, 502, now);
            end(502, DubboStatus.OK, "result of the provider cannot be read: " + e.getMessage());
            return;
        }
        record(from, status, now);
        if (status == 200) {
            finish(200, now);
            connection.answer(this, 200, kind == ResultText.Kind.TEXT ? HttpAnswers.TEXT : HttpAnswers.JSON, text);
        } else {
            end(500, DubboStatus.OK, text.toString(StandardCharsets.UTF_8));
        }
    }

    private void onProviderStatus(
            Target from, int status, int serialization, ByteBuf in, int index, int length, long now) {
        int httpStatus = StatusMap.ofDubbo(status);
        record(from, httpStatus, now);
        if (status == DubboStatus.THREAD_POOL_EXHAUSTED && !poolExhaustedOnce) {
            poolExhaustedOnce = true;
            if (retry(from, "pool-exhausted")) {
                return;
            }
        }
        String message;
        try {
            Serialization known = Serialization.ofId(serialization);
            message = known == null ? "" : ResultText.message(known, in, index, length);
        } catch (DubboFormatException e) {
            message = "message of the provider cannot be read: " + e.getMessage();
        }
        end(httpStatus, status, message);
    }

    @Override
    void answerError(int status, int providerStatus, String message) {
        connection.answerError(this, status, providerStatus, message);
    }

    @Override
    void release() {
        if (plain != null) {
            plain.release();
        }
    }
}
