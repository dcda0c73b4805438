package io.millrace.newsql.boot;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of one SQL server, as an operator writes them.
 *
 * @param directory where the data is kept; without it no server is opened
 * @param listenAddress host:port where clients are taken; beyond loopback only once root has a password
 * @param rootPasswordFile file whose first line becomes root's password, where root has none yet
 * @param localFiles whether LOAD DATA LOCAL may read clients' files
 * @param tls certificate and key; without them clients are not encrypted
 * @param limits how much of everything is taken
 * @param memory outside the heap
 */
@ConfigurationProperties("millrace.newsql")
public record NewSqlProperties(
        @Nullable Path directory,
        @DefaultValue("127.0.0.1:3307") String listenAddress,
        @Nullable Path rootPasswordFile,
        @DefaultValue("false") boolean localFiles,
        @DefaultValue Tls tls,
        @DefaultValue Limits limits,
        @DefaultValue Memory memory) {

    /**
     * Encryption.
     *
     * @param certificateFile chain that clients are shown, in PEM
     * @param keyFile its private key, PKCS #8 in PEM
     * @param required whether clients without encryption are refused
     */
    public record Tls(
            @Nullable Path certificateFile, @Nullable Path keyFile, @DefaultValue("false") boolean required) {}

    /**
     * How much of everything is taken.
     *
     * @param connections clients that are logged in; one more is refused with error 1040
     * @param packetSize longest statement or value; beyond it error 1153
     * @param statementWorkers statements that run at a time; more wait
     * @param preparedStatements of all clients together; one more is refused with error 1461
     * @param temporaryFiles of all statements together, for what sorts and joins more than fits in memory; beyond it error 1021
     * @param changeLog kept of the log for a follower of changes that is behind; one that is farther behind has to copy the store anew
     * @param idle time after which a silent client is let go
     */
    public record Limits(
            @DefaultValue("1000") int connections,
            @DefaultValue("64MB") DataSize packetSize,
            @DefaultValue("128") int statementWorkers,
            @DefaultValue("16382") int preparedStatements,
            @DefaultValue("8GB") DataSize temporaryFiles,
            @DefaultValue("1GB") DataSize changeLog,
            @DefaultValue("8h") Duration idle) {}

    /**
     * Memory of the store, outside the heap.
     *
     * @param cache blocks of data files, their indexes and filters
     * @param memtables changes that are in the log and not in data files yet; more of it means fewer, larger files and a longer recovery
     */
    public record Memory(@DefaultValue("128MB") DataSize cache, @DefaultValue("64MB") DataSize memtables) {}
}
