package io.millrace.mesh.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.mesh.boot.MeshProperties.Registry;
import io.millrace.mesh.boot.MeshProperties.RoleName;
import io.millrace.transport.AllocatorKind;
import io.millrace.transport.TransportKind;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Pins the names and defaults that operators rely on: a change here is a change for them. */
class MeshPropertiesTest {
    private static MeshProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("millrace.mesh", MeshProperties.class);
    }

    @Test
    void defaultsStand() {
        MeshProperties properties = bind(Map.of());
        assertThat(properties.role()).isNull();
        assertThat(properties.listenAddress()).isNull();
        assertThat(properties.deadline()).isEqualTo(Duration.ofSeconds(3));
        assertThat(properties.drainLimit()).isEqualTo(Duration.ofSeconds(5));
        assertThat(properties.queueLimit()).isEqualTo(4096);
        assertThat(properties.provider())
                .isEqualTo(new MeshProperties.Provider(
                        "127.0.0.1:20880",
                        null,
                        Duration.ofSeconds(3),
                        new MeshProperties.ThriftProvider(1, null),
                        List.of()));
        assertThat(properties.consumer())
                .isEqualTo(new MeshProperties.Consumer(new MeshProperties.ThriftCalls(null, null, null)));
        assertThat(properties.registry().type()).isEqualTo(Registry.Type.ETCD);
        assertThat(properties.registry().fixed().services()).isEmpty();
        assertThat(properties.registry().etcd())
                .isEqualTo(new MeshProperties.Etcd(
                        List.of(URI.create("http://127.0.0.1:2379")),
                        null,
                        null,
                        null,
                        null,
                        null,
                        Duration.ofSeconds(10)));
        assertThat(properties.transport()).isEqualTo(new MeshProperties.Transport(TransportKind.AUTO, 0, true, null));
    }

    @Test
    void defaultsOfAServiceStand() {
        MeshProperties properties = bind(Map.of("millrace.mesh.provider.services[0].interface-name", "a.Service"));
        assertThat(properties.provider().services())
                .containsExactly(
                        new MeshProperties.Service("a.Service", null, null, "dubbo", null, false, 1, 200, Set.of()));
    }

    @Test
    void everyNameIsBound() {
        Map<String, String> all = Map.ofEntries(
                Map.entry("millrace.mesh.role", "provider"),
                Map.entry("millrace.mesh.listen-address", "10.0.0.1:1"),
                Map.entry("millrace.mesh.deadline", "4s"),
                Map.entry("millrace.mesh.drain-limit", "6s"),
                Map.entry("millrace.mesh.queue-limit", "7"),
                Map.entry("millrace.mesh.consumer.thrift.service", "t.Service"),
                Map.entry("millrace.mesh.consumer.thrift.group", "tg"),
                Map.entry("millrace.mesh.consumer.thrift.version", "tv"),
                Map.entry("millrace.mesh.provider.thrift.pipelining", "13"),
                Map.entry("millrace.mesh.provider.thrift.heartbeat-method", "ping"),
                Map.entry("millrace.mesh.provider.services[0].multiplexed", "true"),
                Map.entry("millrace.mesh.provider.address", "10.0.0.2:2"),
                Map.entry("millrace.mesh.provider.advertised-address", "10.0.0.3:3"),
                Map.entry("millrace.mesh.provider.heartbeat", "8s"),
                Map.entry("millrace.mesh.provider.services[0].interface-name", "a.Service"),
                Map.entry("millrace.mesh.provider.services[0].group", "g"),
                Map.entry("millrace.mesh.provider.services[0].version", "v"),
                Map.entry("millrace.mesh.provider.services[0].protocol", "p"),
                Map.entry("millrace.mesh.provider.services[0].serialization", "s"),
                Map.entry("millrace.mesh.provider.services[0].weight", "9"),
                Map.entry("millrace.mesh.provider.services[0].capacity", "10"),
                Map.entry("millrace.mesh.provider.services[0].idempotent-methods[0]", "m"),
                Map.entry("millrace.mesh.registry.type", "fixed"),
                Map.entry("millrace.mesh.registry.etcd.endpoints[0]", "https://e:1"),
                Map.entry("millrace.mesh.registry.etcd.user", "u"),
                Map.entry("millrace.mesh.registry.etcd.password-file", "/p"),
                Map.entry("millrace.mesh.registry.etcd.ca-file", "/ca"),
                Map.entry("millrace.mesh.registry.etcd.client-cert-file", "/cert"),
                Map.entry("millrace.mesh.registry.etcd.client-key-file", "/key"),
                Map.entry("millrace.mesh.registry.etcd.lease", "11s"),
                Map.entry("millrace.mesh.registry.fixed.services[0].interface-name", "b.Service"),
                Map.entry("millrace.mesh.registry.fixed.services[0].group", "fg"),
                Map.entry("millrace.mesh.registry.fixed.services[0].version", "fv"),
                Map.entry("millrace.mesh.registry.fixed.services[0].endpoints[0]", "10.0.0.4:4;weight=2"),
                Map.entry("millrace.mesh.transport.kind", "nio"),
                Map.entry("millrace.mesh.transport.threads", "12"),
                Map.entry("millrace.mesh.transport.adaptive-polling", "false"),
                Map.entry("millrace.mesh.transport.allocator", "adaptive"));
        MeshProperties properties = bind(all);
        assertThat(properties)
                .isEqualTo(new MeshProperties(
                        RoleName.PROVIDER,
                        "10.0.0.1:1",
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(6),
                        7,
                        new MeshProperties.Consumer(new MeshProperties.ThriftCalls("t.Service", "tg", "tv")),
                        new MeshProperties.Provider(
                                "10.0.0.2:2",
                                "10.0.0.3:3",
                                Duration.ofSeconds(8),
                                new MeshProperties.ThriftProvider(13, "ping"),
                                List.of(new MeshProperties.Service(
                                        "a.Service", "g", "v", "p", "s", true, 9, 10, Set.of("m")))),
                        new Registry(
                                Registry.Type.FIXED,
                                new MeshProperties.Etcd(
                                        List.of(URI.create("https://e:1")),
                                        "u",
                                        Path.of("/p"),
                                        Path.of("/ca"),
                                        Path.of("/cert"),
                                        Path.of("/key"),
                                        Duration.ofSeconds(11)),
                                new MeshProperties.Fixed(List.of(new MeshProperties.FixedService(
                                        "b.Service", "fg", "fv", List.of("10.0.0.4:4;weight=2"))))),
                        new MeshProperties.Transport(TransportKind.NIO, 12, false, AllocatorKind.ADAPTIVE)));
        Set<String> names = new TreeSet<>();
        all.keySet().forEach(name -> names.add(name.replaceAll("\\[0]", "")));
        assertThat(names)
                .as("no component without a name above")
                .isEqualTo(namesOf("millrace.mesh", MeshProperties.class));
    }

    private static Set<String> namesOf(String prefix, Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (RecordComponent each : type.getRecordComponents()) {
            String name =
                    prefix + "." + each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
            Class<?> inner = each.getGenericType() instanceof ParameterizedType generic
                    ? (Class<?>) generic.getActualTypeArguments()[0]
                    : each.getType();
            if (inner.isRecord()) {
                names.addAll(namesOf(name, inner));
            } else {
                names.add(name);
            }
        }
        return names;
    }
}
