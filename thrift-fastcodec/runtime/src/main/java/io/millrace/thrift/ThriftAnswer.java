package io.millrace.thrift;

import org.jspecify.annotations.Nullable;

/**
 * What a call came to.
 *
 * @param header of the message to answer with
 * @param body of the message, or null if the caller does not wait for one
 * @param failure for the server's own log: what a method threw that it does not declare, or what made the call no call; else null
 */
public record ThriftAnswer(MessageHeader header, @Nullable ThriftStruct body, @Nullable Throwable failure) {}
