package io.millrace.newsql.mysql.auth;

import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.mysql.AuthPlugin;
import io.millrace.newsql.mysql.SqlEngine;
import io.millrace.newsql.mysql.SqlException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The dialogue in which a client proves that it knows a password.
 *
 * <pre>
 *  begin ──other plugin──► SWITCHED ──proof──► native: accept or refuse
 *    │                                         sha2: digest remembered ──► accept (01 03)
 *    └──the account's plugin── same as ►             else ask 01 04 ──► FULL ──password──► accept or refuse
 *                                                                        │ 02 ──► public key
 * </pre>
 *
 * An account that does not exist goes through the same dialogue with a hash that nothing matches. <b>Threads</b>: one worker at a time; a step may look up the account
 * and compute for milliseconds, and never waits for the client.
 */
public final class Authentication {
    private static final byte MORE_DATA = 1;
    private static final byte FAST_SUCCESS = 3;
    private static final byte FULL_NEEDED = 4;
    private static final byte KEY_WANTED = 2;
    private static final byte SWITCH = (byte) 0xFE;

    /** Made of a random password that nobody has. */
    private static final String NOBODYS_HASH = PasswordHash.cachingSha2(Scramble.random());

    private final SqlEngine engine;
    private final RememberedDigests digests;
    private final RsaKeys keys;
    private final Credentials credentials;
    private final String host;
    private final boolean isEncrypted;

    private final byte[] scramble;
    private @Nullable AccountSecret account;
    private State state = State.BEGINNING;
    private boolean usedPassword;

    private enum State {
        BEGINNING,
        SWITCHED,
        FULL
    }

    /**
     * @param scramble the one that the client was greeted with
     * @param isEncrypted whether the connection is, so that a password may come as it is
     */
    public Authentication(
            SqlEngine engine,
            RememberedDigests digests,
            RsaKeys keys,
            Credentials credentials,
            byte[] scramble,
            String host,
            boolean isEncrypted) {
        this.engine = engine;
        this.digests = digests;
        this.keys = keys;
        this.credentials = credentials;
        this.scramble = scramble;
        this.host = host;
        this.isEncrypted = isEncrypted;
    }

    /** The first step, with what the client said of itself. */
    public AuthStep begin() {
        AccountSecret found = engine.findAccount(credentials.user(), host);
        account = found;
        AuthPlugin plugin = secret().plugin();
        if (plugin.wireName().equals(credentials.plugin())) {
            return check(credentials.proof());
        }
        boolean knowsNoPlugins = credentials.plugin().isEmpty();
        if (knowsNoPlugins && plugin == AuthPlugin.NATIVE_PASSWORD) {
            return check(credentials.proof());
        }
        if (knowsNoPlugins) {
            return new AuthStep.Refuse(
                    new SqlException(
                            1251,
                            "08004",
                            "Client does not support authentication protocol requested by server; consider upgrading MySQL client"));
        }
        state = State.SWITCHED;
        return new AuthStep.Ask(switchTo(plugin));
    }

    /** The next step, with the client's answer. */
    public AuthStep answer(byte[] packet) {
        return state == State.FULL ? full(packet) : check(packet);
    }

    private AccountSecret secret() {
        AccountSecret found = account;
        return found != null
                ? found
                : new AccountSecret(
                        credentials.user(), host, AuthPlugin.CACHING_SHA2_PASSWORD, NOBODYS_HASH, false, false);
    }

    private byte[] switchTo(AuthPlugin plugin) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(SWITCH);
        out.writeBytes(plugin.wireName().getBytes(StandardCharsets.US_ASCII));
        out.write(0);
        out.writeBytes(scramble);
        out.write(0);
        return out.toByteArray();
    }

    private AuthStep check(byte[] proof) {
        AccountSecret secret = secret();
        boolean isEmpty = proof.length == 0 || (proof.length == 1 && proof[0] == 0);
        usedPassword = !isEmpty;
        if (isEmpty || secret.authenticationString().isEmpty()) {
            return isEmpty && secret.authenticationString().isEmpty() ? accept(null) : refuse();
        }
        if (secret.plugin() == AuthPlugin.NATIVE_PASSWORD) {
            return PasswordHash.provesNative(proof, scramble, secret.authenticationString()) ? accept(null) : refuse();
        }
        byte[] twice = digests.find(secret);
        if (twice != null && PasswordHash.provesSha2(proof, scramble, twice)) {
            return accept(new byte[] {MORE_DATA, FAST_SUCCESS});
        }
        state = State.FULL;
        return new AuthStep.Ask(new byte[] {MORE_DATA, FULL_NEEDED});
    }

    private AuthStep full(byte[] packet) {
        if (!isEncrypted && packet.length == 1 && packet[0] == KEY_WANTED) {
            byte[] pem = keys.publicPem();
            byte[] payload = new byte[pem.length + 1];
            payload[0] = MORE_DATA;
            System.arraycopy(pem, 0, payload, 1, pem.length);
            return new AuthStep.Ask(payload);
        }
        byte[] ended = isEncrypted ? packet : decrypt(packet);
        if (ended == null || ended.length == 0 || ended[ended.length - 1] != 0) {
            return refuse();
        }
        byte[] password = Arrays.copyOf(ended, ended.length - 1);
        AccountSecret secret = secret();
        if (!PasswordHash.isCachingSha2(password, secret.authenticationString()) || account == null) {
            return refuse();
        }
        digests.remember(secret, Digests.sha256(Digests.sha256(password)));
        return accept(null);
    }

    private byte @Nullable [] decrypt(byte[] packet) {
        byte[] hidden = keys.decrypt(packet);
        return hidden == null ? null : Digests.xor(hidden, scramble);
    }

    private AuthStep accept(byte @Nullable [] payload) {
        AccountSecret found = account;
        if (found == null || (found.requiresTls() && !isEncrypted)) {
            return refuse();
        }
        if (found.isLocked()) {
            return new AuthStep.Refuse(
                    new SqlException(3118, "HY000", "Access denied for user " + who() + ". Account is locked."));
        }
        return new AuthStep.Accept(found, payload);
    }

    private AuthStep refuse() {
        return new AuthStep.Refuse(new SqlException(
                1045,
                "28000",
                "Access denied for user " + who() + " (using password: " + (usedPassword ? "YES" : "NO") + ")"));
    }

    private String who() {
        return "'" + credentials.user() + "'@'" + host + "'";
    }
}
