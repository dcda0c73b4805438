package io.millrace.newsql.mysql;

import java.util.Objects;

/**
 * What an account's client has to prove; never a password.
 *
 * @param user name of the account, empty for an anonymous one
 * @param host pattern of the account's hosts, {@code %} for any
 * @param plugin how the client proves itself
 * @param authenticationString what is stored, in the form of the plugin ({@link AuthPlugin#hash}); empty means no password
 * @param isLocked whether the client is refused with 3118 even though it knows the password
 * @param requiresTls whether the client is refused with 1045 when the connection is not encrypted
 */
public record AccountSecret(
        String user,
        String host,
        AuthPlugin plugin,
        String authenticationString,
        boolean isLocked,
        boolean requiresTls) {

    public AccountSecret {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(plugin, "plugin");
        Objects.requireNonNull(authenticationString, "authenticationString");
    }

    /** Without what is stored: it would end up in a log. */
    @Override
    public String toString() {
        return "AccountSecret['" + user + "'@'" + host + "', " + plugin.wireName() + ']';
    }
}
