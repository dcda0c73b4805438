package io.millrace.newsql.boot;

import io.millrace.newsql.NewSqlHealth;
import io.millrace.newsql.NewSqlServer;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The server's health as Actuator shows it: up only while it takes statements and can write. */
final class NewSqlHealthIndicator implements HealthIndicator {
    private final NewSqlServer server;
    private final NewSqlLifecycle lifecycle;

    NewSqlHealthIndicator(NewSqlServer server, NewSqlLifecycle lifecycle) {
        this.server = server;
        this.lifecycle = lifecycle;
    }

    @Override
    public Health health() {
        if (!lifecycle.isRunning()) {
            return Health.outOfService()
                    .withDetail("reason", "the server is ending")
                    .build();
        }
        NewSqlHealth health = server.health();
        Health.Builder builder = health.ready() ? Health.up() : Health.down();
        health.details().forEach(builder::withDetail);
        return builder.build();
    }
}
