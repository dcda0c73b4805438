package io.millrace.thrift.generator.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The services of one file. */
final class ServicesByName {
    private final Map<TypeName, ServiceSchema> services = new HashMap<>();

    ServicesByName(List<ServiceSchema> all) {
        all.forEach(service -> services.put(service.name(), service));
    }

    /** The parent, if it has one and that is of this file, too. */
    List<ServiceSchema> parent(ServiceSchema service) {
        return service.parent().map(services::get).map(List::of).orElse(List.of());
    }
}
