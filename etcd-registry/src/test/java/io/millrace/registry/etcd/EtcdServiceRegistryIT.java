package io.millrace.registry.etcd;

import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.ServiceRegistryContract;
import io.millrace.testkit.EtcdServer;
import io.millrace.testkit.LeakCheck;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;

class EtcdServiceRegistryIT extends ServiceRegistryContract {

    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    @RegisterExtension
    static final EtcdServer ETCD = EtcdServer.create();

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    @Override
    protected ServiceRegistry open() {
        EtcdConfig config = EtcdConfig.of(ETCD.endpoint().toString());
        return ServiceRegistries.etcd(config.withNamespace("/test/n" + NAMESPACES.incrementAndGet()));
    }
}
