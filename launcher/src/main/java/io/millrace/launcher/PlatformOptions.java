package io.millrace.launcher;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flags that {@code demo} and {@code up} share. */
final class PlatformOptions {

    /** Where the registry is kept. */
    enum RegistryChoice {
        /** etcd where the program exists, else in memory. */
        AUTO,
        /** A real etcd; an error where it does not exist. */
        ETCD,
        /** In the memory of this process. */
        MEMORY
    }

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "20000",
            description = "Port of the consumer agent on 127.0.0.1 (${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--management-port",
            paramLabel = "PORT",
            defaultValue = "9400",
            description = "Port of health and metrics on 127.0.0.1 (${DEFAULT-VALUE}).")
    int managementPort;

    @Option(
            names = "--registry",
            paramLabel = "auto|etcd|memory",
            defaultValue = "AUTO",
            description = "A real etcd, or the memory of one JVM; auto takes etcd where it is installed.")
    RegistryChoice registry = RegistryChoice.AUTO;

    @Option(names = "--provider-jar", hidden = true, required = true, description = "Set by ./millrace.")
    Path providerJar = Path.of("");
}
