package io.millrace.mesh.egress;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.dubbo.RequestTemplate;
import io.millrace.mesh.dubbo.Serialization;
import java.util.EnumMap;
import java.util.Map;

/** A method that a link has named: whether it is fronted here, and how its requests begin. Used on the agent's loop only. */
final class FrontedMethod {
    private final MethodKey key;
    private final boolean fronted;
    private final Map<Serialization, RequestTemplate> templates = new EnumMap<>(Serialization.class);

    FrontedMethod(MethodKey key, boolean fronted) {
        this.key = key;
        this.fronted = fronted;
    }

    MethodKey key() {
        return key;
    }

    boolean isFronted() {
        return fronted;
    }

    RequestTemplate template(Serialization serialization) {
        RequestTemplate known = templates.get(serialization);
        if (known == null) {
            known = new RequestTemplate(key, serialization);
            templates.put(serialization, known);
        }
        return known;
    }
}
