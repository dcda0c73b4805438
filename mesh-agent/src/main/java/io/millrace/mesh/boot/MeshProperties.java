package io.millrace.mesh.boot;

import io.millrace.transport.AllocatorKind;
import io.millrace.transport.TransportKind;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of one agent, as an operator writes them.
 *
 * @param role which side of the mesh this agent is on; without it no agent is started
 * @param listenAddress host:port of the agent's own port: HTTP and Thrift of a consumer agent (127.0.0.1:20000), links of a provider agent
 *     (127.0.0.1:30000)
 * @param deadline time for a call, from its last byte read to its answer
 * @param drainLimit time for calls under way when the agent is told to stop
 * @param queueLimit calls that may wait for room, per service and event loop at a consumer agent, in all at a provider agent
 * @param consumer what a consumer agent takes
 * @param provider what a provider agent fronts
 * @param registry where services are found
 * @param transport event loops
 */
@ConfigurationProperties("millrace.mesh")
public record MeshProperties(
        @Nullable RoleName role,
        @Nullable String listenAddress,
        @DefaultValue("3s") Duration deadline,
        @DefaultValue("5s") Duration drainLimit,
        @DefaultValue("4096") int queueLimit,
        @DefaultValue Consumer consumer,
        @DefaultValue Provider provider,
        @DefaultValue Registry registry,
        @DefaultValue Transport transport) {

    /** The two sides of the mesh. */
    public enum RoleName {
        /** Takes calls over HTTP and Thrift. */
        CONSUMER,
        /** Stands in front of a provider. */
        PROVIDER
    }

    /**
     * What a consumer agent takes.
     *
     * @param thrift how Thrift calls find their service
     */
    public record Consumer(@DefaultValue ThriftCalls thrift) {}

    /**
     * How Thrift calls, whose names have neither group nor version, find their service.
     *
     * @param service of calls without a multiplexed name
     * @param group of all services that are called by Thrift
     * @param version of all services that are called by Thrift
     */
    public record ThriftCalls(@Nullable String service, @Nullable String group, @Nullable String version) {}

    /**
     * What a provider agent fronts.
     *
     * @param address host:port of the provider
     * @param advertisedAddress host:port under which consumer agents reach this agent; the listen address if not given
     * @param heartbeat silence of the provider after which a heartbeat is sent; the third unanswered one withdraws the services
     * @param thrift how a Thrift provider is called
     * @param services the services, at least one
     */
    public record Provider(
            @DefaultValue("127.0.0.1:20880") String address,
            @Nullable String advertisedAddress,
            @DefaultValue("3s") Duration heartbeat,
            @DefaultValue ThriftProvider thrift,
            @DefaultValue List<Service> services) {}

    /**
     * How a Thrift provider is called.
     *
     * @param pipelining calls on one connection at a time; more than 1 for servers that answer out of order
     * @param heartbeatMethod called without arguments as a heartbeat; without it, a connection is one
     */
    public record ThriftProvider(@DefaultValue("1") int pipelining, @Nullable String heartbeatMethod) {}

    /**
     * One service.
     *
     * @param interfaceName name of its Java interface
     * @param group Dubbo's group, if it has one
     * @param version Dubbo's version, if it has one
     * @param protocol of the provider: dubbo or thrift
     * @param serialization with Dubbo what HTTP calls are turned into: hessian2 (the default) or fastjson; with Thrift what the
     *     provider speaks: binary (the default) or compact
     * @param multiplexed whether a Thrift provider serves several services by multiplexed names
     * @param weight share of the calls relative to the other endpoints
     * @param capacity calls that the provider may have at a time
     * @param idempotentMethods methods that may be executed twice
     */
    public record Service(
            String interfaceName,
            @Nullable String group,
            @Nullable String version,
            @DefaultValue("dubbo") String protocol,
            @Nullable String serialization,
            @DefaultValue("false") boolean multiplexed,
            @DefaultValue("1") int weight,
            @DefaultValue("200") int capacity,
            @DefaultValue Set<String> idempotentMethods) {}

    /**
     * Where services are found.
     *
     * @param type etcd, a fixed list, or the memory of this process
     * @param etcd settings of etcd
     * @param fixed the fixed list
     */
    public record Registry(@DefaultValue("etcd") Type type, @DefaultValue Etcd etcd, @DefaultValue Fixed fixed) {
        /** Kinds of registry. */
        public enum Type {
            /** An etcd cluster. */
            ETCD,
            /** The list under {@code fixed}. */
            FIXED,
            /** This process alone. */
            MEMORY
        }
    }

    /**
     * An etcd cluster.
     *
     * @param endpoints its client addresses
     * @param user name to log in with
     * @param passwordFile file that holds the password
     * @param caFile certificates to trust, in PEM
     * @param clientCertFile certificate to show, in PEM
     * @param clientKeyFile key of that certificate, in PEM
     * @param lease time after which a silent agent's registrations expire
     */
    public record Etcd(
            @DefaultValue("http://127.0.0.1:2379") List<URI> endpoints,
            @Nullable String user,
            @Nullable Path passwordFile,
            @Nullable Path caFile,
            @Nullable Path clientCertFile,
            @Nullable Path clientKeyFile,
            @DefaultValue("10s") Duration lease) {}

    /**
     * A fixed list of services.
     *
     * @param services the services
     */
    public record Fixed(@DefaultValue List<FixedService> services) {}

    /**
     * A service of the fixed list.
     *
     * @param interfaceName name of its Java interface
     * @param group Dubbo's group, if it has one
     * @param version Dubbo's version, if it has one
     * @param endpoints its provider agents: host:port, then options as {@code
     *     ;weight=1;capacity=200;protocol=dubbo;serialization=hessian2}
     */
    public record FixedService(
            String interfaceName,
            @Nullable String group,
            @Nullable String version,
            @DefaultValue List<String> endpoints) {}

    /**
     * Event loops.
     *
     * @param kind auto, epoll, io-uring, kqueue or nio
     * @param threads event loops of a consumer agent; 0 chooses by the number of cores
     * @param adaptivePolling whether a busy loop polls once more before it sleeps
     * @param allocator pooled or adaptive
     */
    public record Transport(
            @DefaultValue("auto") TransportKind kind,
            @DefaultValue("0") int threads,
            @DefaultValue("true") boolean adaptivePolling,
            @Nullable AllocatorKind allocator) {}
}
