package io.millrace.mesh.ingress;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.ThriftIngress;
import io.millrace.registry.ServiceKey;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import org.jspecify.annotations.Nullable;

/**
 * Finds the service and the method that the header of a message names: the service by the multiplexed name, or by configuration.
 *
 * <p>What was called before is known by its name. Direct-mapped: a name that falls on a taken place replaces what stood there, so
 * made-up names cannot fill the memory, and a clash costs a look-up.
 *
 * <p><b>Threads</b>: one event loop.
 */
final class ThriftMethods {
    /** Far more methods than one agent's callers use. */
    private static final int PLACES = 1024;

    private record Entry(String name, boolean oneway, ThriftMethod method) {}

    private final LoopContext context;
    private final ThriftIngress config;
    private final @Nullable Entry[] entries = new Entry[PLACES];

    ThriftMethods(LoopContext context, ThriftIngress config) {
        this.context = context;
        this.config = config;
    }

    /**
     * The method that is called; null when the agent watches too many services already.
     *
     * @throws IllegalArgumentException if the name names no method of a service
     */
    @Nullable
    ThriftMethod find(MessageHeader header) {
        String name = header.method();
        boolean oneway = header.kind() == MessageKind.ONEWAY;
        int hash = name.hashCode();
        int place = (hash ^ hash >>> 16 ^ hash >>> 10) & (PLACES - 1);
        Entry known = entries[place];
        if (known != null && known.oneway == oneway && known.name.equals(name)) {
            return known.method;
        }
        ThriftMethod made = resolve(header, oneway);
        if (made != null) {
            entries[place] = new Entry(name, oneway, made);
        }
        return made;
    }

    private @Nullable ThriftMethod resolve(MessageHeader header, boolean oneway) {
        String service = header.method().indexOf(':') >= 0 ? header.service() : config.service();
        if (service == null) {
            throw new IllegalArgumentException("which service is \"" + header.method() + "\" of? Call it by the name"
                    + " \"Service:method\", as a multiplexed client does, or let the agent know the service of calls"
                    + " without one");
        }
        ServiceKey key = new ServiceKey(config.group(), service, config.version());
        MethodKey method = MethodKey.ofThrift(key, header.simpleMethod(), oneway);
        Route route = context.route(key);
        return route == null
                ? null
                : new ThriftMethod(context.server().directory().target(method), route);
    }

    /** Forgets every method of a route that has ended. */
    void forget(Route route) {
        for (int i = 0; i < PLACES; i++) {
            Entry entry = entries[i];
            if (entry != null && entry.method.route() == route) {
                entries[i] = null;
            }
        }
    }
}
