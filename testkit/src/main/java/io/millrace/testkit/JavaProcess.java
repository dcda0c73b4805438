package io.millrace.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line of a Java program that a test runs as a process of its own.
 *
 * <p>Runs on the JVM of the test unless {@link #javaHome} says otherwise, with assertions on, a small heap, and what starts quickly:
 * the serial collector and the first compiler alone.
 * A value is changed by its methods and used once; not thread-safe.
 *
 * <pre>{@code
 * ChildProcess child = JavaProcess.of(Writer.class).arguments(dir.toString()).process().start();
 * }</pre>
 */
public final class JavaProcess {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final List<String> target;
    private final String name;
    private final List<String> options = new ArrayList<>(
            List.of("-ea", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8"));
    private final List<String> arguments = new ArrayList<>();
    private Path javaHome = Path.of(System.getProperty("java.home"));

    private JavaProcess(String name, List<String> target) {
        this.name = name;
        this.target = target;
    }

    /** A class with a {@code main} method, on the class path of the running test. */
    public static JavaProcess of(Class<?> main) {
        return of(main, System.getProperty("java.class.path"));
    }

    /**
     * The same for a program that is started again and again: the classes that it loads until its first orderly end are kept in a
     * file (the JVM's archive of class data), and each later start takes half the time. The JVM shares classes of jars alone, so
     * that folders of classes are packed into some, beside the archive.
     *
     * @param archive file in a folder of the test, which exists; the JVM writes it
     */
    public static JavaProcess of(Class<?> main, Path archive) {
        String classPath = System.getProperty("java.class.path");
        // Beside a program that is in a jar, folders are the test's own classes, which it does without.
        String jars = isInJar(main) ? jarsOf(classPath) : ClassJars.of(classPath, archive.resolveSibling(""));
        return of(main, jars)
                .options((Files.exists(archive) ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + archive);
    }

    private static String jarsOf(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isInJar(Class<?> main) {
        CodeSource source = main.getProtectionDomain().getCodeSource();
        return source != null && source.getLocation().getPath().endsWith(".jar");
    }

    /** A class with a {@code main} method, on a class path of its own. */
    public static JavaProcess of(Class<?> main, String classPath) {
        return new JavaProcess(main.getSimpleName(), List.of("-cp", classPath, main.getName()));
    }

    /** An executable jar. */
    public static JavaProcess jar(Path jar) {
        return new JavaProcess(
                String.valueOf(jar.getFileName()),
                List.of("-jar", jar.toAbsolutePath().toString()));
    }

    /** Adds options of the JVM; later ones win. */
    public JavaProcess options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Adds arguments of the program. */
    public JavaProcess arguments(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /** Runs on another JVM, the one in this folder. */
    public JavaProcess javaHome(Path home) {
        this.javaHome = home;
        return this;
    }

    /**
     * Runs the program until it prints a line that begins so, and ends it in order: its classes are in the archive then, for the
     * starts that end in a kill.
     */
    public void leaveClasses(String beginningOfLine) {
        process()
                .startAndAwait(line -> line.startsWith(beginningOfLine), START_LIMIT)
                .process()
                .close();
    }

    /** The process to start, for its name, folder, environment and log. */
    public ChildProcess.Builder process() {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(options);
        command.addAll(target);
        command.addAll(arguments);
        return ChildProcess.command(command).name(name);
    }
}
