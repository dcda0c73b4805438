package io.millrace.registry.memory;

import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.ServiceRegistryContract;

class MemoryServiceRegistryTest extends ServiceRegistryContract {

    @Override
    protected ServiceRegistry open() {
        return ServiceRegistries.inMemory();
    }
}
