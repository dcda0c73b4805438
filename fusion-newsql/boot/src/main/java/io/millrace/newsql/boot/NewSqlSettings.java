package io.millrace.newsql.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.newsql.NewSqlConfig;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.MysqlLimits;
import io.millrace.newsql.mysql.MysqlTimeouts;
import io.millrace.newsql.node.StoreConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Turns {@link NewSqlProperties} into what the server takes; every mistake is named with its property. */
final class NewSqlSettings {
    private static final String PREFIX = "millrace.newsql.";
    private static final int PORT_MAX = 0xFFFF;

    private final NewSqlProperties properties;

    NewSqlSettings(NewSqlProperties properties) {
        this.properties = properties;
    }

    NewSqlConfig config(@Nullable MeterRegistry meters) {
        NewSqlConfig config = NewSqlConfig.of(directory())
                .withWire(wire())
                .withStore(meters == null ? store() : store().withMeters(meters))
                .withInitialRootPassword(rootPassword());
        config = with(
                config,
                "limits.temporary-files",
                each -> each.withTemporaryBytes(
                        properties.limits().temporaryFiles().toBytes()));
        return meters == null ? config : config.withMeters(meters);
    }

    private Path directory() {
        Path directory = properties.directory();
        if (directory == null || directory.toString().isBlank()) {
            throw new NewSqlSettingException(
                    PREFIX + "directory", "is empty: the server needs a folder to keep data in");
        }
        return directory;
    }

    private MysqlConfig wire() {
        MysqlConfig wire = MysqlConfig.defaults()
                .withAddress(address())
                .withLocalFiles(properties.localFiles())
                .withLimits(limits())
                .withTimeouts(named("limits.idle", () -> MysqlTimeouts.defaults()
                        .withIdle(properties.limits().idle())));
        SslContext tls = tls();
        if (tls == null && properties.tls().required()) {
            throw new NewSqlSettingException(
                    PREFIX + "tls.required", "is true without tls.certificate-file and tls.key-file");
        }
        return tls == null ? wire : wire.withTls(tls, properties.tls().required());
    }

    private InetSocketAddress address() {
        String text = properties.listenAddress();
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        int port = colon < 0 ? -1 : port(text.substring(colon + 1));
        if (host.isEmpty() || port < 0 || port > PORT_MAX) {
            throw new NewSqlSettingException(PREFIX + "listen-address", "is not host:port: '" + text + "'");
        }
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        InetSocketAddress address =
                new InetSocketAddress(bracketed ? host.substring(1, host.length() - 1) : host, port);
        if (address.isUnresolved()) {
            throw new NewSqlSettingException(
                    PREFIX + "listen-address", "names a host that is not known: '" + text + "'");
        }
        return address;
    }

    private static int port(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private MysqlLimits limits() {
        NewSqlProperties.Limits limits = properties.limits();
        MysqlLimits wire =
                named("limits.connections", () -> MysqlLimits.defaults().withConnections(limits.connections()));
        wire = with(wire, "limits.packet-size", each -> each.withPacketBytes(bytes(limits.packetSize())));
        wire = with(wire, "limits.statement-workers", each -> each.withStatementWorkers(limits.statementWorkers()));
        return with(
                wire, "limits.prepared-statements", each -> each.withPreparedStatements(limits.preparedStatements()));
    }

    private StoreConfig store() {
        NewSqlProperties.Memory memory = properties.memory();
        StoreConfig store = named("memory.cache", () -> StoreConfig.defaults()
                .withCacheBytes(memory.cache().toBytes()));
        store = with(
                store,
                "memory.memtables",
                each -> each.withMemtableBytes(memory.memtables().toBytes()));
        return with(
                store,
                "limits.change-log",
                each -> each.withChangeBytesMax(properties.limits().changeLog().toBytes()));
    }

    private @Nullable SslContext tls() {
        Path certificate = properties.tls().certificateFile();
        Path key = properties.tls().keyFile();
        if (certificate == null && key == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw new NewSqlSettingException(
                    PREFIX + (key == null ? "tls.key-file" : "tls.certificate-file"),
                    "is missing: TLS takes both files");
        }
        try {
            return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new NewSqlSettingException(
                    PREFIX + "tls",
                    "is refused: certificate-file=" + certificate + ", key-file=" + key + ": " + e.getMessage(),
                    e);
        }
    }

    private @Nullable String rootPassword() {
        Path file = properties.rootPasswordFile();
        if (file == null) {
            return null;
        }
        try {
            return Files.readString(file)
                    .lines()
                    .findFirst()
                    .filter(line -> !line.isEmpty())
                    .orElseThrow(() -> new NewSqlSettingException(PREFIX + "root-password-file", "is empty: " + file));
        } catch (IOException e) {
            throw new NewSqlSettingException(PREFIX + "root-password-file", "cannot be read: " + file, e);
        }
    }

    /** A change of a setting. */
    private interface Change<C> {
        C apply(C settings);
    }

    private static <C> C with(C settings, String name, Change<C> change) {
        return named(name, () -> change.apply(settings));
    }

    private static <T> T named(String name, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new NewSqlSettingException(PREFIX + name, "is refused: " + e.getMessage(), e);
        }
    }

    private static int bytes(DataSize size) {
        if (size.toBytes() < 1 || size.toBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "bytes=" + size.toBytes() + " (expected: 1 to " + Integer.MAX_VALUE + ")");
        }
        return (int) size.toBytes();
    }
}
