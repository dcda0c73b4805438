package io.millrace.registry;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a service, as Dubbo has it: an interface, optionally in a group and in a version.
 *
 * <p><b>Shape</b>: an empty group or version is the same as none and is held as null. Each part has at most {@value
 * #PART_LENGTH_MAX} characters; the interface name is never empty.
 *
 * <p><b>Threads</b>: an immutable value.
 *
 * <p><b>Errors</b>: {@link IllegalArgumentException} for an empty interface name, a part that is too long or one that
 * holds a control character.
 *
 * @param group the group, or null for none
 * @param interfaceName the full name of the interface, for example {@code com.example.HelloService}
 * @param version the version, or null for none
 */
public record ServiceKey(@Nullable String group, String interfaceName, @Nullable String version) {

    /** Longest part accepted, in characters: far above any Java name, far below etcd's limit for a request. */
    public static final int PART_LENGTH_MAX = 512;

    /** Stands in a path where a part is absent; a part that is really called so is percent-encoded. */
    private static final String NONE = "-";

    private static final String UNRESERVED = "-._~$";

    /** Checks and normalizes the parts. */
    public ServiceKey {
        group = emptyToNull(group);
        version = emptyToNull(version);
        if (interfaceName.isEmpty()) {
            throw new IllegalArgumentException("interface name is empty (expected: the full name of an interface)");
        }
        check("group", group);
        check("interface name", interfaceName);
        check("version", version);
    }

    /** The key of an interface that has neither group nor version. */
    public static ServiceKey of(String interfaceName) {
        return new ServiceKey(null, interfaceName, null);
    }

    /**
     * Reads what {@link #toString} wrote: {@code group/interface:version}, where group and version may be absent.
     *
     * <p>The group ends at the first slash and the version starts after the first colon behind it, as in Dubbo.
     */
    public static ServiceKey parse(String text) {
        int slash = text.indexOf('/');
        int colon = text.indexOf(':', slash + 1);
        int end = colon < 0 ? text.length() : colon;
        return new ServiceKey(
                slash < 0 ? null : text.substring(0, slash),
                text.substring(slash + 1, end),
                colon < 0 ? null : text.substring(colon + 1));
    }

    /**
     * The key as three path segments, {@code {group or -}/{interface}/{version or -}}.
     *
     * <p>Letters, digits and {@code - . _ ~ $} stand as they are; every other character is percent-encoded as UTF-8
     * (RFC 3986), so distinct keys have distinct paths and none is a prefix of another that ends at a slash.
     */
    public String path() {
        return segment(group) + '/' + segment(interfaceName) + '/' + segment(version);
    }

    /** {@code group/interface:version} without the parts that are absent: Dubbo's text form. */
    @Override
    public String toString() {
        return (group == null ? "" : group + '/') + interfaceName + (version == null ? "" : ':' + version);
    }

    private static @Nullable String emptyToNull(@Nullable String part) {
        return part == null || part.isEmpty() ? null : part;
    }

    private static void check(String what, @Nullable String part) {
        if (part == null) {
            return;
        }
        if (part.length() > PART_LENGTH_MAX) {
            throw new IllegalArgumentException(
                    what + " too long: length=" + part.length() + " (expected: <= " + PART_LENGTH_MAX + ')');
        }
        if (part.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + " holds a control character, length=" + part.length());
        }
    }

    private static String segment(@Nullable String part) {
        if (part == null) {
            return NONE;
        }
        if (part.equals(NONE)) {
            return "%2D";
        }
        StringBuilder segment = new StringBuilder(part.length());
        for (byte b : part.getBytes(StandardCharsets.UTF_8)) {
            appendEncoded(segment, b & 0xff);
        }
        return segment.toString();
    }

    private static void appendEncoded(StringBuilder segment, int b) {
        boolean letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
        boolean plain = letter || (b >= '0' && b <= '9') || UNRESERVED.indexOf(b) >= 0;
        if (plain) {
            segment.append((char) b);
            return;
        }
        segment.append('%')
                .append(Character.toUpperCase(Character.forDigit(b >> 4, 16)))
                .append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
    }
}
