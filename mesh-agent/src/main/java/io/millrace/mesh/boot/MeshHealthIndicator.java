package io.millrace.mesh.boot;

import io.millrace.mesh.MeshAgent;
import io.millrace.mesh.MeshHealth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The agent's health as Actuator shows it: up only when the agent can do its job. */
final class MeshHealthIndicator implements HealthIndicator {
    private final MeshAgent agent;

    MeshHealthIndicator(MeshAgent agent) {
        this.agent = agent;
    }

    @Override
    public Health health() {
        MeshHealth health = agent.health();
        Health.Builder builder = health.ready() ? Health.up() : Health.outOfService();
        health.details().forEach(builder::withDetail);
        return builder.build();
    }
}
