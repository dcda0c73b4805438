package io.millrace.queue.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Opens a queue engine in an application that has {@code millrace.queue.directory}, and shows its health. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnProperty("millrace.queue.directory")
@EnableConfigurationProperties(QueueProperties.class)
public class QueueAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    QueueEngine queueEngine(QueueProperties properties, ObjectProvider<MeterRegistry> meters) {
        return new QueueSettings(properties).open(meters.getIfAvailable());
    }

    /** The engine closes it. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    QueueStore queueStore(QueueEngine engine) {
        return engine.store();
    }

    /** Only with Actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Health {

        @Bean
        @ConditionalOnMissingBean(name = "queueEngineHealthIndicator")
        HealthIndicator queueEngineHealthIndicator(QueueEngine engine) {
            return new QueueHealthIndicator(engine);
        }
    }
}
