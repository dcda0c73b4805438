package io.millrace.thrift;

import io.millrace.thrift.ThriftApplicationException.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The services of one server: finds the method that a message calls, runs it, and says what to answer.
 *
 * <p><b>Shape.</b> A method is called by its name, or behind a multiplexer by {@code service:method}; the answer bears the name without the service, as that of Apache's multiplexer.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> None: what goes wrong is an answer.
 */
public final class ThriftServices {
    private final Map<String, ThriftService> byName;

    /** For methods that are called without a service. */
    private final @Nullable ThriftService alone;

    private ThriftServices(Map<String, ThriftService> byName, @Nullable ThriftService alone) {
        this.byName = byName;
        this.alone = alone;
    }

    /** One service, called with or without its name. */
    public static ThriftServices of(ThriftService service) {
        return new ThriftServices(Map.of(service.name(), service), service);
    }

    /**
     * Several services, called by their names.
     *
     * @throws IllegalArgumentException if two have one name
     */
    public static ThriftServices multiplexed(ThriftService... services) {
        Map<String, ThriftService> byName = new HashMap<>();
        for (ThriftService service : services) {
            if (byName.put(service.name(), service) != null) {
                throw new IllegalArgumentException("two services of one name: " + service.name());
            }
        }
        return new ThriftServices(Map.copyOf(byName), null);
    }

    /** These services, of which one also takes the methods that are called without a service. */
    public ThriftServices withDefault(ThriftService service) {
        return new ThriftServices(byName, Objects.requireNonNull(service, "service"));
    }

    /** Runs the method that is called. The arguments are read before this returns: the message's memory is the caller's again. */
    public CompletionStage<ThriftAnswer> process(ThriftMessage call) {
        MessageHeader header = call.header();
        if (header.kind() != MessageKind.CALL && header.kind() != MessageKind.ONEWAY) {
            return refuse(header, Kind.INVALID_MESSAGE_TYPE, "no call: " + header.kind());
        }
        String service = header.service();
        boolean named = byName.containsKey(service);
        ThriftService called = named ? byName.get(service) : service.isEmpty() ? alone : null;
        if (called == null) {
            return refuse(header, Kind.UNKNOWN_METHOD, "unknown service in method: '" + header.method() + "'");
        }
        MessageHeader plain =
                named ? new MessageHeader(header.simpleMethod(), header.kind(), header.sequence()) : header;
        ServedMethod method = called.method(plain.method());
        if (method == null) {
            return refuse(plain, Kind.UNKNOWN_METHOD, "Invalid method name: '" + plain.method() + "'");
        }
        return method.run(call, plain);
    }

    private static CompletionStage<ThriftAnswer> refuse(MessageHeader header, Kind kind, String message) {
        return CompletableFuture.completedFuture(
                AnsweredMethod.refusal(header, new ThriftApplicationException(kind, message), null));
    }
}
