package io.millrace.registry.etcd;

import io.millrace.registry.Endpoint;
import io.millrace.registry.ServiceKey;

/**
 * Where the endpoints of a service stand in etcd, and how their values are read.
 *
 * <pre>
 *   {namespace}/{group or -}/{interface}/{version or -}/{host:port}    value: JSON, see {@link EndpointValue}
 *   /dubbomesh/{interface}/{host:port}                                 value: empty, or the weight
 * </pre>
 *
 * @param prefix what all keys of the service begin with; ends with a slash
 * @param format reads a value into an endpoint that has its address already
 */
record KeyLayout(String prefix, ValueFormat format) {

    private static final String CONTEST_ROOT = "/dubbomesh/";

    /** What the providers of the contest spoke; their keys do not say it. */
    private static final String CONTEST_SERIALIZATION = "fastjson";

    /** Reads a value; throws {@link IllegalArgumentException} that says what is wrong with it. */
    @FunctionalInterface
    interface ValueFormat {
        Endpoint read(Endpoint bare, byte[] value);
    }

    static KeyLayout millrace(String namespace, ServiceKey service) {
        return new KeyLayout(namespace + '/' + service.path() + '/', EndpointValue::read);
    }

    /** The keys of the contest know neither group nor version. */
    static KeyLayout contest(ServiceKey service) {
        return new KeyLayout(CONTEST_ROOT + service.interfaceName() + '/', KeyLayout::readContestValue);
    }

    /** The key of an endpoint; an address needs no encoding, see {@link Endpoint#host}. */
    String key(Endpoint endpoint) {
        return prefix + endpoint.address();
    }

    /**
     * The endpoint of a key below the prefix.
     *
     * @throws IllegalArgumentException if the key ends in no address, or the value is malformed
     */
    Endpoint read(String key, byte[] value) {
        String address = key.substring(prefix.length());
        Endpoint bare = Endpoint.parse(address);
        // "host:080" would be a second key for the same address.
        if (!bare.address().equals(address)) {
            throw new IllegalArgumentException(
                    "address is not plain: \"" + address + "\" (expected: \"" + bare.address() + "\")");
        }
        return format.read(bare, value);
    }

    private static Endpoint readContestValue(Endpoint bare, byte[] value) {
        Endpoint endpoint = bare.withSerialization(CONTEST_SERIALIZATION);
        String text = EndpointValue.text(value).strip();
        if (text.isEmpty()) {
            return endpoint;
        }
        try {
            return endpoint.withWeight(Integer.parseInt(text));
        } catch (NumberFormatException notAWeight) {
            throw new IllegalArgumentException("no weight: \"" + text + '"', notAWeight);
        }
    }
}
