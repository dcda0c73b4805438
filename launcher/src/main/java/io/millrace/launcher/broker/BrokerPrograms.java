package io.millrace.launcher.broker;

import io.millrace.launcher.LauncherException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a broker is started from.
 *
 * @param folder the jars of Apache Kafka
 * @param plugin the jar of the tiered storage
 */
public record BrokerPrograms(Path folder, Path plugin) {

    /** @throws LauncherException if one of them is not there */
    public BrokerPrograms {
        if (!Files.isDirectory(folder) || !Files.isRegularFile(plugin)) {
            throw new LauncherException(
                    "no Kafka at " + folder + ", or no plugin at " + plugin,
                    "Build them: ./millrace demo does, or leave Kafka out: --records 0");
        }
    }

    String classPath() {
        return folder + File.separator + "*" + File.pathSeparator + plugin;
    }
}
