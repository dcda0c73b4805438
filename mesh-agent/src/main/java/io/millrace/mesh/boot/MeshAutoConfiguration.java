package io.millrace.mesh.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.mesh.MeshAgent;
import io.millrace.registry.ServiceRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Runs an agent in an application that has {@code millrace.mesh.role}, and shows its health. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnProperty("millrace.mesh.role")
@EnableConfigurationProperties(MeshProperties.class)
public class MeshAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    ServiceRegistry meshRegistry(MeshProperties properties) {
        return new MeshSettings(properties).registry();
    }

    @Bean
    MeshLifecycle meshAgent(MeshProperties properties, ServiceRegistry registry, MeterRegistry meters) {
        MeshSettings settings = new MeshSettings(properties);
        MeshAgent agent = properties.role() == MeshProperties.RoleName.PROVIDER
                ? MeshAgent.startProvider(settings.provider(), registry, meters)
                : MeshAgent.startConsumer(settings.consumer(), registry, meters);
        return new MeshLifecycle(agent, properties.drainLimit());
    }

    @Bean
    MeshHealthIndicator meshAgentHealthIndicator(MeshLifecycle lifecycle) {
        return new MeshHealthIndicator(lifecycle.agent());
    }
}
