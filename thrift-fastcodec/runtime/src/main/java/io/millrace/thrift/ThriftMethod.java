package io.millrace.thrift;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A method of a service that is answered, as generated code describes it.
 *
 * @param <A> the struct of its arguments
 * @param <R> the struct of its result: field 0 is what it returns, the others are the exceptions that it declares; at most one is set
 * @param name on the wire, without a service
 * @param arguments reads the arguments
 * @param result reads the result
 * @param declared puts a declared exception into a result
 */
public record ThriftMethod<A extends ThriftStruct, R extends ThriftStruct>(
        String name, StructType<A> arguments, StructType<R> result, Declared<R> declared) {
    /** Puts exceptions that the method declares into results. */
    @FunctionalInterface
    public interface Declared<R> {
        /** The result that carries the exception, or null if the method does not declare it. */
        @Nullable
        R of(ThriftDeclaredException exception);
    }

    /** Checks that nothing is missing. */
    public ThriftMethod {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(declared, "declared");
    }

    /** For a caller to throw whose answer holds neither what the method returns nor an exception. */
    public ThriftApplicationException missingResult() {
        return new ThriftApplicationException(
                ThriftApplicationException.Kind.MISSING_RESULT, name + " failed: unknown result");
    }
}
