package io.millrace.thrift;

import java.util.Objects;

/**
 * How a message is put into its frame; an answer is put as its call was.
 *
 * @param protocol of the message
 * @param headerTransport whether a header of the header transport stands in front of it
 */
public record MessageForm(ThriftProtocol protocol, boolean headerTransport) {
    /** Checks that nothing is missing. */
    public MessageForm {
        Objects.requireNonNull(protocol, "protocol");
    }

    /** A plain message. */
    public static MessageForm of(ThriftProtocol protocol) {
        return new MessageForm(protocol, false);
    }
}
