package io.millrace.newsql.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.NewSqlConfig;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.MysqlLimits;
import io.millrace.newsql.mysql.MysqlTimeouts;
import io.millrace.newsql.node.StoreConfig;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.util.unit.DataSize;

/** Pins the names and defaults that operators rely on: a change here is a change for them. */
class NewSqlPropertiesTest {

    private static final Map<String, String> ALL = Map.ofEntries(
            Map.entry("millrace.newsql.directory", "/d"),
            Map.entry("millrace.newsql.listen-address", "127.0.0.2:1234"),
            Map.entry("millrace.newsql.root-password-file", "/p"),
            Map.entry("millrace.newsql.local-files", "true"),
            Map.entry("millrace.newsql.tls.certificate-file", "/c"),
            Map.entry("millrace.newsql.tls.key-file", "/k"),
            Map.entry("millrace.newsql.tls.required", "true"),
            Map.entry("millrace.newsql.limits.connections", "7"),
            Map.entry("millrace.newsql.limits.packet-size", "1MB"),
            Map.entry("millrace.newsql.limits.statement-workers", "8"),
            Map.entry("millrace.newsql.limits.prepared-statements", "9"),
            Map.entry("millrace.newsql.limits.temporary-files", "13MB"),
            Map.entry("millrace.newsql.limits.change-log", "14MB"),
            Map.entry("millrace.newsql.limits.idle", "10m"),
            Map.entry("millrace.newsql.memory.cache", "11MB"),
            Map.entry("millrace.newsql.memory.memtables", "12MB"));

    private static NewSqlProperties bind(Map<String, String> properties) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(properties)),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate("millrace.newsql", NewSqlProperties.class);
    }

    private static NewSqlConfig config(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.putIfAbsent("millrace.newsql.directory", "/d");
        return new NewSqlSettings(bind(all)).config(null);
    }

    @Test
    void defaultsAreThoseOfTheServer() {
        NewSqlConfig config = config(Map.of());

        MysqlConfig wire = MysqlConfig.defaults();
        assertThat(config.directory()).isEqualTo(Path.of("/d"));
        assertThat(config.initialRootPassword()).isNull();
        assertThat(config.wire().address()).isEqualTo(wire.address());
        assertThat(config.wire().tls()).isNull();
        assertThat(config.wire().localFiles()).isEqualTo(wire.localFiles());
        assertThat(config.wire().limits()).isEqualTo(MysqlLimits.defaults());
        assertThat(config.wire().timeouts()).isEqualTo(MysqlTimeouts.defaults());
        assertThat(config.temporaryBytes())
                .isEqualTo(NewSqlConfig.of(Path.of("/d")).temporaryBytes())
                .isEqualTo(8L << 30);
        assertThat(config.store())
                .usingRecursiveComparison()
                .ignoringFields("meters")
                .isEqualTo(StoreConfig.defaults());
    }

    @Test
    void everyNameIsBound() {
        assertThat(bind(ALL))
                .isEqualTo(new NewSqlProperties(
                        Path.of("/d"),
                        "127.0.0.2:1234",
                        Path.of("/p"),
                        true,
                        new NewSqlProperties.Tls(Path.of("/c"), Path.of("/k"), true),
                        new NewSqlProperties.Limits(
                                7,
                                DataSize.ofMegabytes(1),
                                8,
                                9,
                                DataSize.ofMegabytes(13),
                                DataSize.ofMegabytes(14),
                                Duration.ofMinutes(10)),
                        new NewSqlProperties.Memory(DataSize.ofMegabytes(11), DataSize.ofMegabytes(12))));
        assertThat(new TreeSet<>(ALL.keySet()))
                .as("no component without a name above")
                .isEqualTo(namesOf("millrace.newsql", NewSqlProperties.class));
    }

    @Test
    void everyNameReachesTheServer(@TempDir Path folder) throws IOException {
        Map<String, String> some = new HashMap<>(ALL);
        some.keySet().removeIf(name -> name.contains(".tls."));
        some.put(
                "millrace.newsql.root-password-file",
                Files.writeString(folder.resolve("p"), "secret\n").toString());
        NewSqlConfig config = config(some);

        assertThat(config.wire().address().getPort()).isEqualTo(1234);
        assertThat(config.wire().address().getAddress().getHostAddress()).isEqualTo("127.0.0.2");
        assertThat(config.wire().localFiles()).isTrue();
        assertThat(config.wire().limits().connections()).isEqualTo(7);
        assertThat(config.wire().limits().packetBytes()).isEqualTo(1 << 20);
        assertThat(config.wire().limits().statementWorkers()).isEqualTo(8);
        assertThat(config.wire().limits().preparedStatements()).isEqualTo(9);
        assertThat(config.wire().timeouts().idle()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.temporaryBytes()).isEqualTo(13L << 20);
        assertThat(config.store().changeBytesMax()).isEqualTo(14L << 20);
        assertThat(config.store().cacheBytes()).isEqualTo(11L << 20);
        assertThat(config.store().memtableBytes()).isEqualTo(12L << 20);
        assertThat(config.initialRootPassword()).isEqualTo("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "listen-address, 3307",
        "listen-address, host:",
        "listen-address, 127.0.0.1:70000",
        "root-password-file, /nowhere/at/all",
        "tls.required, true",
        "limits.connections, 0",
        "limits.packet-size, 3GB",
        "limits.packet-size, 10B",
        "limits.statement-workers, 0",
        "limits.prepared-statements, -1",
        "limits.temporary-files, -1B",
        "limits.change-log, -1B",
        "limits.idle, 0s",
        "memory.cache, 1KB",
        "memory.memtables, 1KB",
    })
    void aWrongValueIsNamedWithItsProperty(String name, String value) {
        assertThatThrownBy(() -> config(Map.of("millrace.newsql." + name, value)))
                .isInstanceOf(NewSqlSettingException.class)
                .hasMessageStartingWith("millrace.newsql." + name + " ");
    }

    @Test
    void aCertificateWithoutItsKeyIsRefused() {
        assertThatThrownBy(() -> config(Map.of("millrace.newsql.tls.certificate-file", "/c")))
                .hasMessageStartingWith("millrace.newsql.tls.key-file is missing");
        assertThatThrownBy(() -> config(Map.of(
                        "millrace.newsql.tls.certificate-file",
                        "/nowhere/c",
                        "millrace.newsql.tls.key-file",
                        "/nowhere/k")))
                .hasMessageStartingWith("millrace.newsql.tls is refused: certificate-file=/nowhere/c");
    }

    private static Set<String> namesOf(String prefix, Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (RecordComponent each : type.getRecordComponents()) {
            String name =
                    prefix + "." + each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (each.getType().isRecord()) {
                names.addAll(namesOf(name, each.getType()));
            } else {
                names.add(name);
            }
        }
        return names;
    }
}
