package io.millrace.newsql.account;

import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.mysql.AuthPlugin;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An account or a role, which is an account that is locked. Immutable.
 *
 * @param secret what the plugin stores of the password; empty for none
 * @param connectionsMax how many sessions it may have at once; 0 for any number
 * @param comment of CREATE USER … COMMENT
 * @param grants given to it, without those of its roles
 * @param roles granted to it, each with whether it may pass the role on
 * @param defaultRoles active when a session begins
 */
public record Account(
        AccountName name,
        AuthPlugin plugin,
        String secret,
        boolean isLocked,
        boolean requiresTls,
        long connectionsMax,
        String comment,
        Grants grants,
        Map<AccountName, Boolean> roles,
        Set<AccountName> defaultRoles) {

    public Account {
        roles = java.util.Collections.unmodifiableMap(new TreeMap<>(roles));
        defaultRoles = java.util.Collections.unmodifiableSet(new TreeSet<>(defaultRoles));
    }

    /** Without a password and without privileges. */
    static Account of(AccountName name) {
        return new Account(
                name, AuthPlugin.CACHING_SHA2_PASSWORD, "", false, false, 0, "", Grants.NONE, Map.of(), Set.of());
    }

    public boolean hasPassword() {
        return !secret.isEmpty();
    }

    AccountSecret toSecret() {
        return new AccountSecret(name.user(), name.host(), plugin, secret, isLocked, requiresTls);
    }

    Account withName(AccountName other) {
        return new Account(
                other, plugin, secret, isLocked, requiresTls, connectionsMax, comment, grants, roles, defaultRoles);
    }

    Account withSecret(AuthPlugin newPlugin, String newSecret) {
        return new Account(
                name,
                newPlugin,
                newSecret,
                isLocked,
                requiresTls,
                connectionsMax,
                comment,
                grants,
                roles,
                defaultRoles);
    }

    Account withLock(boolean locked) {
        return new Account(
                name, plugin, secret, locked, requiresTls, connectionsMax, comment, grants, roles, defaultRoles);
    }

    Account withTls(boolean required) {
        return new Account(
                name, plugin, secret, isLocked, required, connectionsMax, comment, grants, roles, defaultRoles);
    }

    Account withConnectionsMax(long max) {
        return new Account(name, plugin, secret, isLocked, requiresTls, max, comment, grants, roles, defaultRoles);
    }

    Account withComment(String text) {
        return new Account(
                name, plugin, secret, isLocked, requiresTls, connectionsMax, text, grants, roles, defaultRoles);
    }

    Account withGrants(Grants changed) {
        return new Account(
                name, plugin, secret, isLocked, requiresTls, connectionsMax, comment, changed, roles, defaultRoles);
    }

    /** Default roles that are not granted any more are taken away. */
    Account withRoles(Map<AccountName, Boolean> changed, Set<AccountName> defaults) {
        Set<AccountName> kept = new TreeSet<>(defaults);
        kept.retainAll(changed.keySet());
        return new Account(name, plugin, secret, isLocked, requiresTls, connectionsMax, comment, grants, changed, kept);
    }

    /** Without what is stored of the password: it would end up in a log. */
    @Override
    public String toString() {
        return "Account[" + name.shown() + ", " + plugin.wireName() + ']';
    }
}
