package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** ENGINES, PLUGINS, PROCESSLIST: about the server as it runs. */
final class ServerTables {

    private static final long SECOND_MILLIS = 1000;

    /** Words of MySQL 8.4 that name nothing without quotes. */
    private static final String RESERVED =
            """
            ACCESSIBLE ADD ALL ALTER ANALYZE AND AS ASC ASENSITIVE BEFORE BETWEEN BIGINT BINARY BLOB BOTH BY CALL
            CASCADE CASE CHANGE CHAR CHARACTER CHECK COLLATE COLUMN CONDITION CONSTRAINT CONTINUE CONVERT CREATE CROSS
            CUBE CUME_DIST CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER CURSOR DATABASE DATABASES DAY_HOUR
            DAY_MICROSECOND DAY_MINUTE DAY_SECOND DEC DECIMAL DECLARE DEFAULT DELAYED DELETE DENSE_RANK DESC DESCRIBE
            DETERMINISTIC DISTINCT DISTINCTROW DIV DOUBLE DROP DUAL EACH ELSE ELSEIF EMPTY ENCLOSED ESCAPED EXCEPT EXISTS
            EXIT EXPLAIN FALSE FETCH FIRST_VALUE FLOAT FLOAT4 FLOAT8 FOR FORCE FOREIGN FROM FULLTEXT FUNCTION GENERATED
            GET GRANT GROUP GROUPING GROUPS HAVING HIGH_PRIORITY HOUR_MICROSECOND HOUR_MINUTE HOUR_SECOND IF IGNORE IN
            INDEX INFILE INNER INOUT INSENSITIVE INSERT INT INT1 INT2 INT3 INT4 INT8 INTEGER INTERSECT INTERVAL INTO
            IO_AFTER_GTIDS IO_BEFORE_GTIDS IS ITERATE JOIN JSON_TABLE KEY KEYS KILL LAG LAST_VALUE LATERAL LEAD LEADING
            LEAVE LEFT LIKE LIMIT LINEAR LINES LOAD LOCALTIME LOCALTIMESTAMP LOCK LONG LONGBLOB LONGTEXT LOOP LOW_PRIORITY
            MANUAL MATCH MAXVALUE MEDIUMBLOB MEDIUMINT MEDIUMTEXT MIDDLEINT MINUTE_MICROSECOND MINUTE_SECOND MOD MODIFIES
            NATURAL NOT NO_WRITE_TO_BINLOG NTH_VALUE NTILE NULL NUMERIC OF ON OPTIMIZE OPTIMIZER_COSTS OPTION OPTIONALLY
            OR ORDER OUT OUTER OUTFILE OVER PARALLEL PARTITION PERCENT_RANK PRECISION PRIMARY PROCEDURE PURGE QUALIFY
            RANGE RANK READ READS READ_WRITE REAL RECURSIVE REFERENCES REGEXP RELEASE RENAME REPEAT REPLACE REQUIRE
            RESIGNAL RESTRICT RETURN REVOKE RIGHT RLIKE ROW ROWS ROW_NUMBER SCHEMA SCHEMAS SECOND_MICROSECOND SELECT
            SENSITIVE SEPARATOR SET SHOW SIGNAL SMALLINT SPATIAL SPECIFIC SQL SQLEXCEPTION SQLSTATE SQLWARNING
            SQL_BIG_RESULT SQL_CALC_FOUND_ROWS SQL_SMALL_RESULT SSL STARTING STORED STRAIGHT_JOIN SYSTEM TABLE TABLESAMPLE
            TERMINATED THEN TINYBLOB TINYINT TINYTEXT TO TRAILING TRIGGER TRUE UNDO UNION UNIQUE UNLOCK UNSIGNED UPDATE
            USAGE USE USING UTC_DATE UTC_TIME UTC_TIMESTAMP VALUES VARBINARY VARCHAR VARCHARACTER VARYING VIRTUAL WHEN
            WHERE WHILE WINDOW WITH WRITE XOR YEAR_MONTH ZEROFILL""";

    static final VirtualTable ENGINES = information(
            "ENGINES",
            (rows, server) -> rows.add(row(
                    "InnoDB", "DEFAULT", "Millrace's store under this name, which tools ask for", "YES", "NO", "YES")),
            "ENGINE varchar(64)!",
            "SUPPORT varchar(8)!",
            "COMMENT varchar(80)!",
            "TRANSACTIONS varchar(3)",
            "XA varchar(3)",
            "SAVEPOINTS varchar(3)");

    static final VirtualTable PLUGINS = information(
            "PLUGINS",
            (rows, server) -> {
                rows.add(plugin("caching_sha2_password", "AUTHENTICATION"));
                rows.add(plugin("mysql_native_password", "AUTHENTICATION"));
                rows.add(plugin("InnoDB", "STORAGE ENGINE"));
            },
            "PLUGIN_NAME varchar(64)!",
            "PLUGIN_VERSION varchar(20)!",
            "PLUGIN_STATUS varchar(10)!",
            "PLUGIN_TYPE varchar(80)!",
            "PLUGIN_TYPE_VERSION varchar(20)!",
            "PLUGIN_LIBRARY varchar(64)",
            "PLUGIN_LIBRARY_VERSION varchar(20)",
            "PLUGIN_AUTHOR varchar(64)",
            "PLUGIN_DESCRIPTION mediumtext",
            "PLUGIN_LICENSE varchar(80)",
            "LOAD_OPTION varchar(64)!");

    static final VirtualTable PROCESSLIST = information(
            "PROCESSLIST",
            ServerTables::processes,
            "ID bigint unsigned!",
            "USER varchar(32)!",
            "HOST varchar(261)!",
            "DB varchar(64)",
            "COMMAND varchar(16)!",
            "TIME int!",
            "STATE varchar(64)",
            "INFO longtext");

    static final VirtualTable KEYWORDS = information(
            "KEYWORDS",
            (rows, server) -> RESERVED.lines()
                    .flatMap(line -> java.util.Arrays.stream(line.split(" ", -1)))
                    .forEach(word -> rows.add(row(word, 1L))),
            "WORD varchar(128)",
            "RESERVED int");

    private ServerTables() {}

    private static @Nullable Object[] plugin(String name, String type) {
        return row(name, "1.0", "ACTIVE", type, "1.0", null, null, "Millrace", "", "Apache-2.0", "FORCE");
    }

    private static void processes(List<@Nullable Object[]> rows, ServerView server) {
        server.processes()
                .forEach(each -> rows.add(row(
                        each.id(),
                        each.user(),
                        each.host(),
                        each.schema(),
                        each.statement().isEmpty() ? "Sleep" : "Query",
                        Math.max(0, (System.currentTimeMillis() - each.sinceMillis()) / SECOND_MILLIS),
                        each.state(),
                        each.statement().isEmpty() ? null : each.statement())));
    }
}
