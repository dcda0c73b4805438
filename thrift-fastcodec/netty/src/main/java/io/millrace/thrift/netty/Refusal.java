package io.millrace.thrift.netty;

import java.util.Locale;

/** Why a server refused a connection, as the tag {@code reason} says it. */
enum Refusal {
    TOO_MANY_CONNECTIONS,
    HANDSHAKE_FAILED,
    HANDSHAKE_TIMEOUT;

    String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
