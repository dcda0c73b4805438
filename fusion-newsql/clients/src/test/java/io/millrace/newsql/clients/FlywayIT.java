package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Flyway: migrations, repeated, added to, run by two at once, failing, and cleaned away. */
class FlywayIT {

    private static final String SCHEMA = "flyway";
    private static final String FIRST = "classpath:flyway/first";
    private static final String NEXT = "classpath:flyway/next";

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    @BeforeEach
    void renew() throws SQLException {
        SERVER.renew(SCHEMA);
    }

    private static Flyway flyway(String... locations) {
        return Flyway.configure()
                .dataSource(SERVER.server().mysqlUrl(SCHEMA), "root", "")
                .locations(locations)
                .cleanDisabled(false)
                .load();
    }

    @Test
    void migratesOnceAndNothingMore() throws SQLException {
        assertThat(flyway(FIRST).migrate().migrationsExecuted).isEqualTo(3);
        assertThat(flyway(FIRST).migrate().migrationsExecuted).isZero();
        flyway(FIRST).validate();
        assertThat(number("SELECT COUNT(*) FROM account WHERE currency = 'EUR'"))
                .isEqualTo(3);
    }

    @Test
    void appliesWhatIsNew() throws SQLException {
        flyway(FIRST).migrate();
        MigrateResult result = flyway(FIRST, NEXT).migrate();
        assertThat(result.migrationsExecuted).isEqualTo(1);
        assertThat(result.targetSchemaVersion).isEqualTo("3");
        assertThat(number("SELECT COUNT(*) FROM transfer")).isEqualTo(2);
        assertThat(flyway(FIRST, NEXT).info().applied()).hasSize(4);
    }

    @Test
    void twoAtOnceMigrateOnce() {
        CompletableFuture<MigrateResult> other =
                CompletableFuture.supplyAsync(() -> flyway(FIRST, NEXT).migrate());
        MigrateResult own = flyway(FIRST, NEXT).migrate();
        assertThat(own.migrationsExecuted + other.join().migrationsExecuted).isEqualTo(4);
    }

    @Test
    void aMigrationThatFailsIsToldAndRepaired() {
        flyway(FIRST, NEXT).migrate();
        Flyway broken = flyway(FIRST, NEXT, "classpath:flyway/broken");
        assertThatThrownBy(broken::migrate).isInstanceOf(FlywayException.class).hasStackTraceContaining("1146");
        assertThatThrownBy(broken::validate).isInstanceOf(FlywayException.class);
        broken.repair();
        assertThat(flyway(FIRST, NEXT).info().pending()).isEmpty();
    }

    @Test
    void cleansTheSchema() throws SQLException {
        flyway(FIRST).migrate();
        flyway(FIRST).clean();
        assertThat(number("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = '" + SCHEMA + "'"))
                .isZero();
    }

    private static long number(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(SERVER.server().mysqlUrl(SCHEMA), "root", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
