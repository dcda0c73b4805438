package io.millrace.newsql.boot;

import static java.util.Map.entry;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** One SQL server as a program of its own: {@code java -jar millrace-newsql-boot-exec.jar --millrace.newsql.directory=/var/lib/millrace/sql}. */
@SpringBootApplication(proxyBeanMethods = false)
public class NewSqlApplication {

    private static final String DIRECTORY = "millrace.newsql.directory";

    /** Starts the server; the arguments are properties. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    static SpringApplication application() {
        SpringApplication application = new SpringApplication(NewSqlApplication.class);
        application.addInitializers(context -> {
            // Any other application may have this module on its class path without being a server; this one may not.
            if (!context.getEnvironment().containsProperty(DIRECTORY)) {
                throw new NewSqlSettingException(DIRECTORY, "is not set: the server needs a folder to keep data in");
            }
        });
        application.setDefaultProperties(Map.ofEntries(
                entry("spring.application.name", "millrace-newsql"),
                entry("spring.main.banner-mode", "off"),
                entry("server.address", "127.0.0.1"),
                // Beside an agent's 9400 on the same machine.
                entry("server.port", "9401"),
                // Health and metrics are all that this port serves.
                entry("server.tomcat.threads.max", "4"),
                entry("server.tomcat.threads.min-spare", "1"),
                entry("management.endpoints.web.exposure.include", "health,prometheus,info"),
                entry("management.endpoint.health.show-details", "always"),
                entry("management.endpoint.health.probes.enabled", "true"),
                entry("management.endpoint.health.group.readiness.include", "readinessState,newSql")));
        return application;
    }
}
