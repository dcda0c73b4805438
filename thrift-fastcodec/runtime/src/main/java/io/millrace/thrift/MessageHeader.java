package io.millrace.thrift;

import java.util.Objects;

/**
 * What stands before the struct of a call or an answer.
 *
 * @param method that is called; behind a multiplexer {@code service:method}
 * @param kind of message
 * @param sequence that ties an answer to its call
 */
public record MessageHeader(String method, MessageKind kind, int sequence) {
    static final char SERVICE_END = ':';

    /** Checks that nothing is missing. */
    public MessageHeader {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(kind, "kind");
    }

    /** The service in front of the method's name, or an empty string. */
    public String service() {
        return method.substring(0, Math.max(0, method.indexOf(SERVICE_END)));
    }

    /** The method's name without a service. */
    public String simpleMethod() {
        return method.substring(method.indexOf(SERVICE_END) + 1);
    }

    /** The header of an answer to this call. */
    public MessageHeader answer(MessageKind answerKind) {
        return new MessageHeader(method, answerKind, sequence);
    }
}
