package io.millrace.newsql;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** Asks a real MariaDB for the answers that {@link AnswersIT} expects: {@code RecordAnswers JDBC-URL FOLDER}. Started by {@code record-answers.sh}. */
final class RecordAnswers {

    private RecordAnswers() {}

    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(args[1]))) {
            files = all.filter(path -> path.toString().endsWith(".sql"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            try (Connection connection = DriverManager.getConnection(args[0]);
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP DATABASE IF EXISTS answers");
                statement.execute("CREATE DATABASE answers COLLATE utf8mb4_unicode_ci");
                statement.execute("USE answers");
                String answers = Transcript.of(connection, Transcript.statements(Files.readString(file)));
                Files.writeString(Path.of(file.toString().replaceAll("sql$", "out")), answers);
            }
        }
    }
}
