package io.millrace.mesh;

import io.millrace.registry.ServiceKey;

/**
 * One method of one service, as Dubbo or Thrift names it.
 *
 * @param service the service
 * @param method the method's name
 * @param parameterTypes with Dubbo the types of its parameters as a JVM descriptor, such as {@code Ljava/lang/String;I}, and empty for
 *     none; with Thrift {@value #ONEWAY} if it has no answer, else empty
 */
public record MethodKey(ServiceKey service, String method, String parameterTypes) {
    private static final String ONEWAY = "oneway";

    /** @throws IllegalArgumentException if the method has no name */
    public MethodKey {
        if (method.isEmpty()) {
            throw new IllegalArgumentException("method name is empty");
        }
    }

    /** A method of Thrift, where the name alone tells methods apart. */
    public static MethodKey ofThrift(ServiceKey service, String method, boolean oneway) {
        return new MethodKey(service, method, oneway ? ONEWAY : "");
    }

    /** Whether it is a method of Thrift that has no answer. */
    public boolean isOneway() {
        return parameterTypes.equals(ONEWAY);
    }

    @Override
    public String toString() {
        return service + "#" + method + "(" + parameterTypes + ")";
    }
}
