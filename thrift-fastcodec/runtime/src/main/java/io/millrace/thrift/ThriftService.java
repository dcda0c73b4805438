package io.millrace.thrift;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A service that is served: handlers by the names of methods, put together by generated code.
 *
 * <p><b>Threads.</b> Safe. Handlers run on the thread that read the call, an event loop mostly: one that has to wait completes its stage elsewhere.
 */
public final class ThriftService {
    /** Runs a method that is answered. */
    @FunctionalInterface
    public interface Handler<A, R> {
        /** The result, at once or later; a {@link ThriftDeclaredException} that the method declares may be thrown or completed with. */
        CompletionStage<R> handle(A arguments) throws Exception;
    }

    /** Runs a method that is not answered. */
    @FunctionalInterface
    public interface OnewayHandler<A> {
        /** Completes when the method has run; how goes into the server's log only. */
        CompletionStage<?> handle(A arguments) throws Exception;
    }

    private final String name;
    private final Map<String, ServedMethod> methods;

    private ThriftService(String name, Map<String, ServedMethod> methods) {
        this.name = name;
        this.methods = methods;
    }

    /** Begins a service; the name is the one that a multiplexer knows it by. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** The name that a multiplexer knows it by. */
    public String name() {
        return name;
    }

    /** Names of its methods on the wire. */
    public Set<String> methods() {
        return methods.keySet();
    }

    @Nullable
    ServedMethod method(String method) {
        return methods.get(method);
    }

    /** Collects a service's methods; the later of two of one name counts. */
    public static final class Builder {
        private final String name;
        private final Map<String, ServedMethod> methods = new HashMap<>();

        private Builder(String name) {
            this.name = Objects.requireNonNull(name, "name");
        }

        /** All methods of a service that this one extends. */
        public Builder with(ThriftService base) {
            methods.putAll(base.methods);
            return this;
        }

        /** A method that is answered. */
        public <A extends ThriftStruct, R extends ThriftStruct> Builder method(
                ThriftMethod<A, R> method, Handler<A, R> handler) {
            methods.put(method.name(), new AnsweredMethod<>(method, Objects.requireNonNull(handler, "handler")));
            return this;
        }

        /** A method that is not answered. */
        public <A extends ThriftStruct> Builder oneway(ThriftOnewayMethod<A> method, OnewayHandler<A> handler) {
            methods.put(method.name(), new UnansweredMethod<>(method, Objects.requireNonNull(handler, "handler")));
            return this;
        }

        /** The service. */
        public ThriftService build() {
            return new ThriftService(name, Map.copyOf(methods));
        }
    }
}
