package io.millrace.newsql.encoding.collation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the tables of this module: {@code WeightTables allkeys-9.0.0.txt directory-of-recordings directory-of-tables}. */
final class WeightTables {

    /** A table whose weights change gets the next one, here and in {@code Collation}. */
    private static final int VERSION = 1;

    private WeightTables() {}

    public static void main(String[] arguments) throws IOException {
        Path allKeys = Path.of(arguments[0]);
        Path recordings = Path.of(arguments[1]);
        Path tables = Path.of(arguments[2]);
        write(tables.resolve("uca_0900.weights.bin"), DucetTable.make(allKeys, VERSION));
        write(
                tables.resolve("general_ci.weights.bin"),
                RecordedTable.make(recordings.resolve("general_ci.tsv"), Unlisted.ITSELF, VERSION));
        write(
                tables.resolve("unicode_ci.weights.bin"),
                RecordedTable.make(recordings.resolve("unicode_ci.tsv"), Unlisted.UCA_4_0_0, VERSION));
    }

    private static void write(Path table, byte[] bytes) throws IOException {
        Files.write(table, bytes);
        System.out.println(table + ": " + bytes.length + " bytes");
    }
}
