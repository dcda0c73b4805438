package io.millrace.newsql.clients;

import io.millrace.testkit.ChildProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Drivers of other languages do what their documentation shows, against our server. */
class OtherLanguagesIT {

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    @TestFactory
    List<DynamicTest> pyMysql() {
        String gap = "b\"\\x00?'\"";
        return python("pymysql", "python3-pymysql", Map.of("keeps the types of values", gap));
    }

    @TestFactory
    List<DynamicTest> sqlAlchemyAndAlembic() {
        String absent = "Table 'sadb.book' doesn't exist";
        return python(
                "sqlalchemy, alembic, pymysql",
                "python3-sqlalchemy python3-alembic python3-pymysql",
                Map.of(
                        "creates its schema", "doesn't yet support 'FOREIGN KEY'",
                        "saves and queries objects", absent,
                        "loads relations", "given []",
                        "groups and counts", absent,
                        "asks with subqueries", "doesn't yet support 'IN (subquery)'",
                        "updates and removes objects", "NoResultFound",
                        "holds foreign keys", absent,
                        "describes tables", "NoSuchTableError",
                        "migrates with alembic", absent,
                        "finds no difference to its models", "add_table"));
    }

    @TestFactory
    List<DynamicTest> django() {
        String zones = "FUNCTION CONVERT_TZ does not exist";
        return python(
                "django, pymysql",
                "python3-django python3-pymysql",
                Map.of(
                        "makes and applies migrations", zones,
                        "saves and queries objects", zones,
                        "refuses what is there already", "Table 'djdb.polls_poll' doesn't exist",
                        "keeps users", zones,
                        "migrates on and back", zones));
    }

    @TestFactory
    List<DynamicTest> mysql2ForNode(@TempDir Path folder) {
        Path home = Toolchain.node(folder.resolve("node"));
        return ScriptSteps.run(
                ChildProcess.command("node", "tutorial.mjs", port()).directory(home), Map.of());
    }

    @TestFactory
    List<DynamicTest> goSqlDriver(@TempDir Path folder) {
        Path program = Toolchain.go(folder.resolve("go"));
        return ScriptSteps.run(ChildProcess.command(program.toString(), port()), Map.of());
    }

    private static List<DynamicTest> python(String modules, String debianPackages, Map<String, String> gaps) {
        String python = Toolchain.python(modules, debianPackages);
        String first = modules.split(",")[0];
        return ScriptSteps.run(
                ChildProcess.command(python, first + "_tutorial.py", port())
                        .directory(ScriptSteps.SCRIPTS.resolve("python"))
                        .environment("PYTHONDONTWRITEBYTECODE", "1"),
                gaps);
    }

    private static String port() {
        return String.valueOf(SERVER.port());
    }
}
