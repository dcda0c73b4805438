package io.millrace.newsql.account;

import java.math.BigInteger;
import java.util.Locale;

/**
 * Name of an account or role.
 *
 * @param user case counts; empty for anybody
 * @param host pattern of the client's address: {@code %} for any, {@code localhost} for this machine, an address, one with {@code %} and {@code _}, or {@code address/mask}
 */
public record AccountName(String user, String host) implements Comparable<AccountName> {

    public static final String ANY_HOST = "%";
    public static final String LOCALHOST = "localhost";

    public AccountName {
        host = host.toLowerCase(Locale.ROOT);
    }

    /** Whether a client of this numeric address is meant. */
    public boolean matches(String address) {
        if (host.equals(ANY_HOST) || host.isEmpty() || host.equals(address)) {
            return true;
        }
        if (host.equals(LOCALHOST)) {
            return isLoopback(address);
        }
        int slash = host.indexOf('/');
        return slash > 0
                ? isInNet(address, host.substring(0, slash), host.substring(slash + 1))
                : Wildcards.matches(host, address);
    }

    public static boolean isLoopback(String address) {
        return address.startsWith("127.") || address.equals("::1") || address.equals("0:0:0:0:0:0:0:1");
    }

    private static boolean isInNet(String address, String net, String mask) {
        BigInteger given = ip4(address);
        BigInteger wanted = ip4(net);
        BigInteger bits = mask.matches("[0-9]{1,2}")
                ? BigInteger.ONE
                        .shiftLeft(32)
                        .subtract(BigInteger.ONE.shiftLeft(32 - Math.min(32, Integer.parseInt(mask))))
                : ip4(mask);
        return given.signum() >= 0
                && wanted.signum() >= 0
                && bits.signum() >= 0
                && given.and(bits).equals(wanted.and(bits));
    }

    /** The number of an IPv4 address; negative if it is none. */
    private static BigInteger ip4(String address) {
        if (!address.matches("([0-9]{1,3}\\.){3}[0-9]{1,3}")) {
            return BigInteger.ONE.negate();
        }
        BigInteger value = BigInteger.ZERO;
        for (String part : address.split("\\.")) {
            value = value.shiftLeft(8).or(BigInteger.valueOf(Integer.parseInt(part)));
        }
        return value;
    }

    /** Most specific first: hosts without wildcards, then longer patterns; named users before anybody. */
    @Override
    public int compareTo(AccountName other) {
        int byHost = Integer.compare(vagueness(), other.vagueness());
        if (byHost != 0) {
            return byHost;
        }
        int byLength = Integer.compare(other.host.length(), host.length());
        if (byLength != 0) {
            return byLength;
        }
        int byNobody = Boolean.compare(user.isEmpty(), other.user.isEmpty());
        if (byNobody != 0) {
            return byNobody;
        }
        int byName = user.compareTo(other.user);
        return byName != 0 ? byName : host.compareTo(other.host);
    }

    private int vagueness() {
        return host.equals(ANY_HOST)
                ? 3
                : host.indexOf('%') >= 0 || host.indexOf('_') >= 0 ? 2 : host.indexOf('/') > 0 ? 1 : 0;
    }

    /** As SHOW GRANTS prints it. */
    public String quoted() {
        return quote(user) + "@" + quote(host);
    }

    private static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** As errors print it. */
    public String shown() {
        return "'" + user + "'@'" + host + "'";
    }

    /** As {@code CURRENT_USER()} says it. */
    @Override
    public String toString() {
        return user + "@" + host;
    }
}
