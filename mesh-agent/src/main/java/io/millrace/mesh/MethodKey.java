package io.millrace.mesh;

import io.millrace.registry.ServiceKey;

/**
 * One method of one service, as Dubbo names it.
 *
 * @param service the service
 * @param method the method's name
 * @param parameterTypes the types of its parameters as a JVM descriptor, such as {@code Ljava/lang/String;I}; empty for none
 */
public record MethodKey(ServiceKey service, String method, String parameterTypes) {
    /** @throws IllegalArgumentException if the method has no name */
    public MethodKey {
        if (method.isEmpty()) {
            throw new IllegalArgumentException("method name is empty");
        }
    }

    @Override
    public String toString() {
        return service + "#" + method + "(" + parameterTypes + ")";
    }
}
