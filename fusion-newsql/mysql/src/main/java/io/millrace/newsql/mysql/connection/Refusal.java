package io.millrace.newsql.mysql.connection;

import java.util.Locale;

/** Why a connection was refused or dropped. */
enum Refusal {
    TOO_MANY_CONNECTIONS,
    HOST_BLOCKED,
    HALF_OPEN_DROPPED,
    HANDSHAKE_TIMEOUT,
    BAD_HANDSHAKE,
    ACCESS_DENIED,
    IDLE_TIMEOUT,
    PACKET_TOO_LARGE,
    MALFORMED,
    DRAINED,
    KILLED;

    private final String tag = name().toLowerCase(Locale.ROOT).replace('_', '-');

    String tag() {
        return tag;
    }
}
