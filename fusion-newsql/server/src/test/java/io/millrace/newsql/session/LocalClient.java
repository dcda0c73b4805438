package io.millrace.newsql.session;

import io.millrace.newsql.NewSqlEngine;
import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.ConnectionControl;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlEngine;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** Root's session of an engine in this process, without a wire. For one thread at a time. */
final class LocalClient implements AutoCloseable {

    private static final AtomicLong IDS = new AtomicLong();

    private final SqlSession session;

    LocalClient(NewSqlEngine engine) {
        ConnectionControl connection = new ConnectionControl() {
            private final long id = IDS.incrementAndGet();

            @Override
            public long id() {
                return id;
            }

            @Override
            public void kill() {
                session.cancel();
            }

            @Override
            public boolean isClosed() {
                return false;
            }
        };
        session = engine.open(new SessionStart(
                connection,
                "root",
                Objects.requireNonNull(engine.findAccount("root", "127.0.0.1")),
                new InetSocketAddress("127.0.0.1", 1),
                null,
                SqlEngine.DEFAULT_COLLATION,
                Capabilities.MULTI_STATEMENTS,
                Map.of(),
                null));
    }

    /** The rows, as texts with commas between. */
    List<String> run(String sql) throws SqlException {
        RowsOfOneCall rows = new RowsOfOneCall();
        session.execute(sql, rows);
        return rows.rows();
    }

    @Override
    public void close() {
        session.close();
    }
}
