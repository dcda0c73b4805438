package io.millrace.benchmark.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Command lines that start a Java program. */
public final class JavaCommand {
    private JavaCommand() {}

    /** A main class of our own class path on the virtual machine that we run on. */
    public static List<String> ofThisJvm(List<String> flags, Class<?> main, List<String> arguments) {
        return ofJvm(Path.of(System.getProperty("java.home"), "bin", "java"), flags, main, arguments);
    }

    /** A main class of our own class path on the virtual machine given. */
    public static List<String> ofJvm(Path java, List<String> flags, Class<?> main, List<String> arguments) {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return of(java, flags, List.of("-cp", classPath, main.getName()), arguments);
    }

    /** {@code java FLAGS what ARGUMENTS}. */
    public static List<String> of(Path java, List<String> flags, List<String> what, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(flags);
        command.addAll(what);
        command.addAll(arguments);
        return command;
    }
}
