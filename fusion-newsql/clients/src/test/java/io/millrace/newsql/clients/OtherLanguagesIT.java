package io.millrace.newsql.clients;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.ScriptSteps;
import io.millrace.testkit.Toolchain;
import java.nio.file.Path;
import java.util.List;
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
        return python("pymysql", "python3-pymysql");
    }

    @TestFactory
    List<DynamicTest> sqlAlchemyAndAlembic() {
        return python("sqlalchemy, alembic, pymysql", "python3-sqlalchemy python3-alembic python3-pymysql");
    }

    @TestFactory
    List<DynamicTest> django() {
        return python("django, pymysql", "python3-django python3-pymysql");
    }

    @TestFactory
    List<DynamicTest> mysql2ForNode(@TempDir Path folder) {
        Path home = Toolchain.node("Node's mysql2", ScriptSteps.SCRIPTS.resolve("node"), folder.resolve("node"));
        return ScriptSteps.run(
                ChildProcess.command("node", "tutorial.mjs", port()).directory(home));
    }

    @TestFactory
    List<DynamicTest> goSqlDriver(@TempDir Path folder) {
        Path program = Toolchain.go("Go's go-sql-driver", ScriptSteps.SCRIPTS.resolve("go"), folder.resolve("go"));
        return ScriptSteps.run(ChildProcess.command(program.toString(), port()));
    }

    private static List<DynamicTest> python(String modules, String debianPackages) {
        String python = Toolchain.python(modules, debianPackages);
        String first = modules.split(",")[0];
        return ScriptSteps.run(ChildProcess.command(python, first + "_tutorial.py", port())
                .directory(ScriptSteps.SCRIPTS.resolve("python"))
                .environment("PYTHONDONTWRITEBYTECODE", "1"));
    }

    private static String port() {
        return String.valueOf(SERVER.port());
    }
}
