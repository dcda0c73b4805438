package io.millrace.mesh.egress;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.ProvidedService;
import io.millrace.mesh.dubbo.RequestTemplate;
import io.millrace.mesh.dubbo.Serialization;
import io.millrace.mesh.thrift.ThriftRequest;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A method that a link has named: whether it is fronted here, and how its requests begin. Used on the agent's loop only. */
final class FrontedMethod {
    private final MethodKey key;
    private final @Nullable ProvidedService service;
    private final Map<Serialization, RequestTemplate> templates = new EnumMap<>(Serialization.class);
    private @Nullable ThriftRequest request;

    /** @param service that the method is of, or null if it is not fronted */
    FrontedMethod(MethodKey key, @Nullable ProvidedService service) {
        this.key = key;
        this.service = service;
    }

    MethodKey key() {
        return key;
    }

    boolean isFronted() {
        return service != null;
    }

    /** How a Dubbo request for it begins. */
    RequestTemplate template(Serialization serialization) {
        RequestTemplate known = templates.get(serialization);
        if (known == null) {
            known = new RequestTemplate(key, serialization);
            templates.put(serialization, known);
        }
        return known;
    }

    /** How a Thrift request for it begins. */
    ThriftRequest request() {
        ThriftRequest known = request;
        ProvidedService of = service;
        if (known == null) {
            if (of == null) {
                throw new IllegalStateException("not fronted: " + key);
            }
            known = ThriftUpstream.request(of, key.method(), key.isOneway());
            request = known;
        }
        return known;
    }
}
