package io.millrace.mesh.boot;

import static java.util.Map.entry;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** One agent as a program of its own: {@code java -jar millrace-mesh-agent-exec.jar --millrace.mesh.role=consumer}. */
@SpringBootApplication(proxyBeanMethods = false)
public class MeshAgentApplication {

    /** Starts the agent; the arguments are properties. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    static SpringApplication application() {
        SpringApplication application = new SpringApplication(MeshAgentApplication.class);
        application.addInitializers(context -> {
            // Any other application may have this module on its class path without being an agent; this one may not.
            if (!context.getEnvironment().containsProperty(MissingRoleException.PROPERTY)) {
                throw new MissingRoleException();
            }
        });
        application.setDefaultProperties(Map.ofEntries(
                entry("spring.application.name", "millrace-mesh-agent"),
                entry("spring.main.banner-mode", "off"),
                entry("server.address", "127.0.0.1"),
                entry("server.port", "9400"),
                // Health and metrics are all that this port serves.
                entry("server.tomcat.threads.max", "4"),
                entry("server.tomcat.threads.min-spare", "1"),
                entry("management.endpoints.web.exposure.include", "health,prometheus,info"),
                entry("management.endpoint.health.show-details", "always"),
                entry("management.endpoint.health.probes.enabled", "true"),
                entry("management.endpoint.health.group.readiness.include", "readinessState,meshAgent"),
                // The client warns four times for every failed attempt; the registry says it once, in health and log.
                entry("logging.level.io.etcd.jetcd", "ERROR")));
        return application;
    }
}
