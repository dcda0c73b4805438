package io.millrace.launcher.child;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The beginning of a command line that runs a child on the same Java as ours. */
public final class JavaCommand {

    private JavaCommand() {}

    /** The program with these options, and with those that Netty needs where the JVM asks to be told. */
    public static List<String> of(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        if (Runtime.version().feature() >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        return command;
    }
}
