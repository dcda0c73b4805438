package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.SqlEngine;
import io.millrace.newsql.mysql.auth.RememberedDigests;
import io.millrace.newsql.mysql.auth.RsaKeys;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all connections of a server share.
 *
 * @param preparedStatements how many there are of all connections
 */
record Wire(
        MysqlConfig config,
        SqlEngine engine,
        StatementWorkers workers,
        ConnectionTable connections,
        Traffic traffic,
        RememberedDigests digests,
        RsaKeys keys,
        AtomicInteger preparedStatements,
        long startedNanos) {}
