package io.millrace.thrift;

import java.util.Objects;

/**
 * A method of a service that is not answered, as generated code describes it.
 *
 * @param <A> the struct of its arguments
 * @param name on the wire, without a service
 * @param arguments reads the arguments
 */
public record ThriftOnewayMethod<A extends ThriftStruct>(String name, StructType<A> arguments) {
    /** Checks that nothing is missing. */
    public ThriftOnewayMethod {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(arguments, "arguments");
    }
}
