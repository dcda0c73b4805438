package io.millrace.benchmark.newsql;

import io.millrace.benchmark.newsql.drive.NodeWorkload;
import io.millrace.benchmark.newsql.drive.SqlWorkload;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the driver does, over how many connections, with which rows.
 *
 * @param arguments of the driver
 * @param rows which rows: {@link Rows}
 */
record NewSqlCase(String name, List<String> arguments, int connections, boolean isDurable, Rows rows) {

    /** The data that a case is about. */
    enum Rows {
        /** Four tables of 100,000 rows, in memory with both. */
        TABLES,
        /** One table of 100,000 rows. */
        SMALL,
        /** One table of ten million rows, larger than what either keeps in memory. */
        LARGE,
        /** 100,000 strings, hashes and members of a node. */
        KEYS
    }

    private static final int IDLE_CONNECTIONS = 2000;
    private static final int NODE_CONNECTIONS = 50;
    private static final int PIPELINE = 16;

    private static final List<NewSqlCase> ALL = List.of(
            sql("idle-2000", SqlWorkload.IDLE, IDLE_CONNECTIONS, Rows.TABLES),
            sql("point_select-1", SqlWorkload.POINT_SELECT, 1, Rows.TABLES),
            sql("point_select-16", SqlWorkload.POINT_SELECT, 16, Rows.TABLES),
            sql("point_select-64", SqlWorkload.POINT_SELECT, 64, Rows.TABLES),
            sql("read_only-16", SqlWorkload.READ_ONLY, 16, Rows.TABLES),
            sql("insert-1", SqlWorkload.INSERT, 1, Rows.TABLES),
            sql("insert-16", SqlWorkload.INSERT, 16, Rows.TABLES),
            sql("update_index-16", SqlWorkload.UPDATE_INDEX, 16, Rows.TABLES),
            sql("point_select-16-rows-100k", SqlWorkload.POINT_SELECT, 16, Rows.SMALL),
            sql("point_select-16-rows-10m", SqlWorkload.POINT_SELECT, 16, Rows.LARGE),
            node("node-get-p1", NodeWorkload.GET, 1),
            node("node-get-p16", NodeWorkload.GET, PIPELINE),
            node("node-hset-p16", NodeWorkload.HSET, PIPELINE),
            node("node-hgetall-p16", NodeWorkload.HGETALL, PIPELINE),
            node("node-zrangebylex-p16", NodeWorkload.ZRANGEBYLEX, PIPELINE));

    private static NewSqlCase sql(String name, SqlWorkload workload, int connections, Rows rows) {
        boolean durable = workload == SqlWorkload.INSERT || workload == SqlWorkload.UPDATE_INDEX;
        return new NewSqlCase(name, List.of("--sql", workload.name()), connections, durable, rows);
    }

    private static NewSqlCase node(String name, NodeWorkload workload, int pipeline) {
        return new NewSqlCase(
                name,
                List.of("--node", workload.name(), "--pipeline", Integer.toString(pipeline)),
                NODE_CONNECTIONS,
                workload == NodeWorkload.HSET,
                Rows.KEYS);
    }

    static List<NewSqlCase> all() {
        return ALL;
    }

    static NewSqlCase named(String name) {
        return ALL.stream()
                .filter(each -> each.name.equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such case: " + name + " (expected: one of "
                        + Arrays.toString(ALL.stream().map(NewSqlCase::name).toArray()) + ")"));
    }

    boolean isOfNode() {
        return rows == Rows.KEYS;
    }

    boolean isIdle() {
        return connections == IDLE_CONNECTIONS;
    }
}
