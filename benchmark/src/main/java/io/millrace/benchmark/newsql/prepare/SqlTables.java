package io.millrace.benchmark.newsql.prepare;

import io.millrace.benchmark.newsql.drive.RowText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;

/** Makes the tables of sysbench's workloads, with rows 1 … n in inserts of 500 rows each. */
public final class SqlTables {
    private static final int BATCH = 500;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private SqlTables() {}

    /** Makes a database with tables {@code sbtest1} … of so many rows; returns how many rows a second that took. */
    public static double fill(int port, String database, int tables, int rows) throws IOException {
        try (SqlConnection connection = SqlConnection.open(port, LIMIT)) {
            connection.execute("CREATE DATABASE " + database);
            connection.execute("USE " + database);
            long began = System.nanoTime();
            for (int table = 1; table <= tables; table++) {
                fill(connection, table, rows);
            }
            return (double) tables * rows * 1e9 / (System.nanoTime() - began);
        }
    }

    private static void fill(SqlConnection connection, int table, int rows) throws IOException {
        connection.execute("CREATE TABLE sbtest" + table + " (id INT NOT NULL AUTO_INCREMENT,"
                + " k INT NOT NULL DEFAULT 0, c CHAR(120) NOT NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '',"
                + " PRIMARY KEY (id), KEY k_" + table + " (k))"
                // The defaults of the two servers are not the same, and one byte a character is not four.
                + " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        SplittableRandom random = new SplittableRandom(table);
        RowText text = new RowText(random);
        for (int first = 0; first < rows; first += BATCH) {
            StringBuilder insert = new StringBuilder("INSERT INTO sbtest" + table + " (k, c, pad) VALUES ");
            for (int row = first; row < Math.min(rows, first + BATCH); row++) {
                insert.append(row == first ? "(" : ",(").append(1 + random.nextInt(rows));
                insert.append(",'").append(ascii(text.next(RowText.C_LENGTH)));
                insert.append("','")
                        .append(ascii(text.next(RowText.PAD_LENGTH)))
                        .append("')");
            }
            connection.execute(insert.toString());
        }
    }

    private static String ascii(byte[] text) {
        return new String(text, StandardCharsets.US_ASCII);
    }
}
