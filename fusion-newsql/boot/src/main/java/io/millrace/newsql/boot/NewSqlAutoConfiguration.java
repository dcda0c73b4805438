package io.millrace.newsql.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.newsql.NewSqlServer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Opens a SQL server in an application that has {@code millrace.newsql.directory}, and shows its health. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnProperty("millrace.newsql.directory")
@EnableConfigurationProperties(NewSqlProperties.class)
public class NewSqlAutoConfiguration {

    /** Opened with its bean, so that a directory in use or a taken port fails the application at once. The lifecycle closes it. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    NewSqlServer newSqlServer(NewSqlProperties properties, ObjectProvider<MeterRegistry> meters) {
        return NewSqlServer.open(new NewSqlSettings(properties).config(meters.getIfAvailable()));
    }

    @Bean
    NewSqlLifecycle newSqlLifecycle(NewSqlServer server) {
        return new NewSqlLifecycle(server);
    }

    /** Only with Actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Health {

        @Bean
        @ConditionalOnMissingBean(name = "newSqlHealthIndicator")
        HealthIndicator newSqlHealthIndicator(NewSqlServer server, NewSqlLifecycle lifecycle) {
            return new NewSqlHealthIndicator(server, lifecycle);
        }
    }
}
