package io.millrace.newsql;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.newsql.execute.MemoryBudget;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.node.StoreConfig;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a server works. A value; change it with the {@code with…} methods.
 *
 * @param directory of the store; made if it is not there
 * @param wire address, encryption, limits; its meters are replaced by {@code meters}
 * @param meters where the meters of {@link NewSqlMeters} and of the wire are registered
 * @param temporaryBytes of all temporary files of statements together, in {@code tmp} below the directory; beyond it error 1021
 * @param initialRootPassword given to root where it has no password yet, for {@code root@localhost} and {@code root@%}; null for none
 */
public record NewSqlConfig(
        Path directory,
        MysqlConfig wire,
        StoreConfig store,
        MeterRegistry meters,
        long temporaryBytes,
        @Nullable String initialRootPassword) {

    public NewSqlConfig {
        Objects.requireNonNull(directory, "directory");
        if (temporaryBytes < 0) {
            throw new IllegalArgumentException("temporaryBytes: " + temporaryBytes + " (expected: >= 0)");
        }
        wire = wire.withMeters(meters);
    }

    /** 127.0.0.1:3307, without meters. */
    public static NewSqlConfig of(Path directory) {
        MysqlConfig wire = MysqlConfig.defaults();
        return new NewSqlConfig(directory, wire, StoreConfig.defaults(), wire.meters(), MemoryBudget.FILE_BYTES, null);
    }

    public NewSqlConfig withWire(MysqlConfig value) {
        return new NewSqlConfig(directory, value, store, meters, temporaryBytes, initialRootPassword);
    }

    public NewSqlConfig withStore(StoreConfig value) {
        return new NewSqlConfig(directory, wire, value, meters, temporaryBytes, initialRootPassword);
    }

    public NewSqlConfig withMeters(MeterRegistry value) {
        return new NewSqlConfig(directory, wire, store, value, temporaryBytes, initialRootPassword);
    }

    public NewSqlConfig withTemporaryBytes(long value) {
        return new NewSqlConfig(directory, wire, store, meters, value, initialRootPassword);
    }

    public NewSqlConfig withInitialRootPassword(@Nullable String value) {
        return new NewSqlConfig(directory, wire, store, meters, temporaryBytes, value);
    }

    /** Without the password: it would end up in a log. */
    @Override
    public String toString() {
        return "NewSqlConfig[" + directory + ", " + wire.address() + ']';
    }
}
