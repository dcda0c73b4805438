package io.millrace.registry.etcd;

import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceRegistry;

/** The registry in etcd. */
public final class EtcdServiceRegistry {

    private EtcdServiceRegistry() {}

    /** Opens the registry; the connection is made behind the caller's back. */
    public static ServiceRegistry open(EtcdConfig config) {
        throw new UnsupportedOperationException("not connected yet: " + config);
    }
}
