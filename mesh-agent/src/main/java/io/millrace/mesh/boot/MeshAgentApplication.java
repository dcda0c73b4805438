package io.millrace.mesh.boot;

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
        application.setDefaultProperties(Map.of(
                "spring.application.name", "millrace-mesh-agent",
                "spring.main.banner-mode", "off",
                "server.address", "127.0.0.1",
                "server.port", "9400",
                // Health and metrics are all that this port serves.
                "server.tomcat.threads.max", "4",
                "server.tomcat.threads.min-spare", "1",
                "management.endpoints.web.exposure.include", "health,prometheus,info",
                "management.endpoint.health.show-details", "always",
                "management.endpoint.health.probes.enabled", "true",
                "management.endpoint.health.group.readiness.include", "readinessState,meshAgent"));
        return application;
    }
}
