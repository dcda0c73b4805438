package io.millrace.newsql.mysql.auth;

import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.mysql.SqlException;
import org.jspecify.annotations.Nullable;

/** What a dialogue of authentication does next. */
public sealed interface AuthStep {

    /** Sends a packet and waits for the client's answer. */
    record Ask(byte[] payload) implements AuthStep {}

    /**
     * The client is who it says.
     *
     * @param payload a packet to send before the OK, or null
     */
    record Accept(AccountSecret account, byte @Nullable [] payload) implements AuthStep {}

    /** It is not. */
    record Refuse(SqlException error) implements AuthStep {}
}
