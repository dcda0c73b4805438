package io.millrace.queue.boot;

import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueHealth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The engine's health as Actuator shows it: up only while appends can succeed. */
final class QueueHealthIndicator implements HealthIndicator {
    private final QueueEngine engine;

    QueueHealthIndicator(QueueEngine engine) {
        this.engine = engine;
    }

    @Override
    public Health health() {
        QueueHealth health = engine.health();
        Health.Builder builder = health.writable() ? Health.up() : Health.down();
        health.details().forEach(builder::withDetail);
        return builder.build();
    }
}
