package io.millrace.thrift;

import java.util.concurrent.CompletionStage;

/** A method with its handler. */
interface ServedMethod {
    /** Reads the arguments, runs the handler, and answers; the arguments are read before this returns. Does not throw. */
    CompletionStage<ThriftAnswer> run(ThriftMessage call, MessageHeader header);
}
