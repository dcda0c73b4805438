package io.millrace.mesh.boot;

import io.millrace.mesh.ConsumerConfig;
import io.millrace.mesh.ProvidedService;
import io.millrace.mesh.ProviderConfig;
import io.millrace.mesh.ThriftEgress;
import io.millrace.mesh.ThriftIngress;
import io.millrace.mesh.boot.MeshProperties.Etcd;
import io.millrace.mesh.boot.MeshProperties.FixedService;
import io.millrace.mesh.boot.MeshProperties.Service;
import io.millrace.mesh.boot.MeshProperties.ThriftCalls;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.transport.TransportConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns {@link MeshProperties} into what the modules take; every mistake is named with its property. */
final class MeshSettings {
    private static final String CONSUMER_LISTEN = "127.0.0.1:20000";
    private static final String PROVIDER_LISTEN = "127.0.0.1:30000";

    private final MeshProperties properties;

    MeshSettings(MeshProperties properties) {
        this.properties = properties;
    }

    ServiceRegistry registry() {
        MeshProperties.Registry registry = properties.registry();
        return switch (registry.type()) {
            case MEMORY -> ServiceRegistries.inMemory();
            case FIXED -> ServiceRegistries.fixed(fixed(registry.fixed().services()));
            case ETCD -> ServiceRegistries.etcd(etcd(registry.etcd()));
        };
    }

    private static EtcdConfig etcd(Etcd etcd) {
        EtcdConfig defaults =
                EtcdConfig.of(etcd.endpoints().stream().map(URI::toString).toArray(String[]::new));
        Path passwordFile = etcd.passwordFile();
        return new EtcdConfig(
                etcd.endpoints(),
                etcd.user(),
                passwordFile == null ? null : passwordFrom(passwordFile),
                etcd.caFile(),
                etcd.clientCertFile(),
                etcd.clientKeyFile(),
                etcd.lease(),
                defaults.namespace(),
                defaults.requestTimeout(),
                defaults.readContestKeys(),
                defaults.maxEndpoints());
    }

    private static Supplier<String> passwordFrom(Path file) {
        return () -> {
            try {
                return Files.readString(file).strip();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read millrace.mesh.registry.etcd.password-file: " + file, e);
            }
        };
    }

    private static Map<ServiceKey, List<Endpoint>> fixed(List<FixedService> services) {
        Map<ServiceKey, List<Endpoint>> map = new HashMap<>();
        for (FixedService each : services) {
            ServiceKey key = new ServiceKey(each.group(), each.interfaceName(), each.version());
            map.put(key, each.endpoints().stream().map(MeshSettings::endpoint).toList());
        }
        return map;
    }

    /** {@code host:port;weight=1;capacity=200;protocol=dubbo;serialization=hessian2;zone=a}. */
    private static Endpoint endpoint(String text) {
        String property = "millrace.mesh.registry.fixed.services[].endpoints[]";
        String[] parts = text.split(";");
        InetSocketAddress address = address(property, parts[0]);
        int weight = Endpoint.WEIGHT_DEFAULT;
        int capacity = Endpoint.CAPACITY_DEFAULT;
        String protocol = Endpoint.PROTOCOL_DEFAULT;
        String serialization = null;
        String zone = null;
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String name = equals < 0 ? parts[i] : parts[i].substring(0, equals).strip();
            String value = equals < 0 ? "" : parts[i].substring(equals + 1).strip();
            switch (name) {
                case "weight" -> weight = number(property, name, value);
                case "capacity" -> capacity = number(property, name, value);
                case "protocol" -> protocol = value;
                case "serialization" -> serialization = value;
                case "zone" -> zone = value;
                default -> throw new IllegalArgumentException(property + ": unknown option '" + name + "' in '" + text
                        + "' (expected: weight, capacity, protocol, serialization, zone)");
            }
        }
        return new Endpoint(
                address.getHostString(),
                address.getPort(),
                weight,
                capacity,
                protocol,
                serialization == null ? ProvidedService.serializationOf(protocol) : serialization,
                zone);
    }

    ConsumerConfig consumer() {
        InetSocketAddress listen = listen(CONSUMER_LISTEN);
        return ConsumerConfig.listening(listen.getHostString(), listen.getPort())
                .withDeadline(properties.deadline())
                .withQueueLimit(properties.queueLimit())
                .withThrift(thrift(properties.consumer().thrift()))
                .withTransport(transport());
    }

    private static ThriftIngress thrift(ThriftCalls calls) {
        return ThriftIngress.defaults().withService(calls.service(), calls.group(), calls.version());
    }

    ProviderConfig provider() {
        MeshProperties.Provider provider = properties.provider();
        if (provider.services().isEmpty()) {
            throw new IllegalArgumentException("millrace.mesh.provider.services is empty: a provider agent fronts at"
                    + " least one service (set millrace.mesh.provider.services[0].interface-name)");
        }
        InetSocketAddress fronted = address("millrace.mesh.provider.address", provider.address());
        InetSocketAddress listen = listen(PROVIDER_LISTEN);
        String advertisedText = provider.advertisedAddress();
        InetSocketAddress advertised =
                advertisedText == null ? null : address("millrace.mesh.provider.advertised-address", advertisedText);
        checkReachable(advertised == null ? listen : advertised);
        ProvidedService[] services =
                provider.services().stream().map(MeshSettings::provided).toArray(ProvidedService[]::new);
        return ProviderConfig.fronting(fronted.getHostString(), fronted.getPort(), services)
                .withListen(new InetSocketAddress(listen.getHostString(), listen.getPort()))
                .withAdvertised(advertised)
                .withHeartbeat(provider.heartbeat())
                .withThrift(new ThriftEgress(
                        provider.thrift().pipelining(), provider.thrift().heartbeatMethod()))
                .withQueueLimit(properties.queueLimit())
                .withTransport(transport());
    }

    private static ProvidedService provided(Service service) {
        String serialization = service.serialization();
        return new ProvidedService(
                new ServiceKey(service.group(), service.interfaceName(), service.version()),
                service.protocol(),
                serialization == null ? ProvidedService.serializationOf(service.protocol()) : serialization,
                service.multiplexed(),
                service.weight(),
                service.capacity(),
                service.idempotentMethods());
    }

    /** An address that only this machine can reach must not be told to others. */
    private void checkReachable(InetSocketAddress advertised) {
        if (properties.registry().type() != MeshProperties.Registry.Type.ETCD) {
            return;
        }
        boolean remote =
                properties.registry().etcd().endpoints().stream().anyMatch(each -> !isLoopback(each.getHost()));
        String host = advertised.getHostString();
        if (remote && isLoopback(host)) {
            throw new IllegalArgumentException("millrace.mesh.provider.advertised-address is " + host
                    + ", which consumer agents of a remote registry cannot reach: set it to this host's address");
        }
        if (isWildcard(host)) {
            throw new IllegalArgumentException("millrace.mesh.provider.advertised-address is " + host
                    + ", which is no address to connect to: set it to this host's address");
        }
    }

    private static boolean isLoopback(@Nullable String host) {
        InetAddress address = resolved(host);
        return address != null && address.isLoopbackAddress();
    }

    private static boolean isWildcard(@Nullable String host) {
        InetAddress address = resolved(host);
        return address != null && address.isAnyLocalAddress();
    }

    private static @Nullable InetAddress resolved(@Nullable String host) {
        try {
            return host == null ? null : InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            return null; // a name that only others know is certainly not this machine's loopback
        }
    }

    private InetSocketAddress listen(String byDefault) {
        String text = properties.listenAddress();
        return address("millrace.mesh.listen-address", text == null ? byDefault : text);
    }

    private TransportConfig transport() {
        MeshProperties.Transport transport = properties.transport();
        TransportConfig config = TransportConfig.defaults()
                .withKind(transport.kind())
                .withThreads(transport.threads())
                .withAdaptivePolling(transport.adaptivePolling());
        return transport.allocator() == null ? config : config.withAllocator(transport.allocator());
    }

    private static InetSocketAddress address(String property, String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException(property + " is not host:port: '" + text + "'");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = number(property, "port", text.substring(colon + 1));
        if (port < 0 || port > 0xFFFF) {
            throw new IllegalArgumentException(property + ": port out of range: " + port + " (expected: 0..65535)");
        }
        return InetSocketAddress.createUnresolved(host, port);
    }

    private static int number(String property, String what, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(property + ": " + what + " is not a number: '" + text + "'", e);
        }
    }
}
