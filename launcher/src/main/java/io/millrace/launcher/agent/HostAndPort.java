package io.millrace.launcher.agent;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An address as an option takes it: {@code host:port}; an IPv6 host stands in brackets.
 *
 * @param host not empty
 * @param port 0 to 65535
 */
record HostAndPort(String host, int port) {

    private static final int PORT_MAX = 65535;

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    static HostAndPort parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(colon, 0));
        String port = text.substring(colon + 1);
        boolean plain = host.indexOf(':') < 0 || (host.startsWith("[") && host.endsWith("]"));
        if (host.isEmpty() || !plain || !port.matches("\\d{1,5}") || Integer.parseInt(port) > PORT_MAX) {
            throw new IllegalArgumentException("no address: \"" + text + "\" (expected: host:port)");
        }
        return new HostAndPort(host, Integer.parseInt(port));
    }

    @Override
    public String toString() {
        return host + ':' + port;
    }

    /** How an option becomes one. */
    static final class Converter implements ITypeConverter<HostAndPort> {

        @Override
        public HostAndPort convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
