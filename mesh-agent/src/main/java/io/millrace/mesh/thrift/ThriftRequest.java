package io.millrace.mesh.thrift;

import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;

/**
 * The part of a request that is the same for every call of a method.
 *
 * @param name as the provider knows it: behind a multiplexer {@code service:method}
 * @param oneway whether it is answered
 * @param encoding of the arguments
 */
public record ThriftRequest(String name, boolean oneway, ThriftEncoding encoding) {
    MessageForm form() {
        return encoding.form();
    }

    MessageHeader header(int sequence) {
        return new MessageHeader(name, oneway ? MessageKind.ONEWAY : MessageKind.CALL, sequence);
    }
}
