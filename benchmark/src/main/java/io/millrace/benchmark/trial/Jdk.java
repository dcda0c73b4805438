package io.millrace.benchmark.trial;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A Java that trials run on.
 *
 * @param version as its release file says, for example {@code 17.0.15}
 */
public record Jdk(Path home, String version) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    /** The Java that this process runs on. */
    public static Jdk current() {
        String version = Runtime.version().version().stream()
                .map(String::valueOf)
                .reduce((left, right) -> left + "." + right)
                .orElseThrow();
        return new Jdk(Path.of(System.getProperty("java.home")), version);
    }

    /** That of a {@code java}; {@link IOException} where no release file is above it. */
    public static Jdk of(Path java) throws IOException {
        Path home = java.toRealPath().resolveSibling("..").normalize();
        return new Jdk(home, versionOf(home));
    }

    /** One of each wanted major version that is installed, in the order wanted; our own where it is one of them. */
    public static List<Jdk> installed(List<Integer> majors) throws IOException {
        TreeMap<Integer, Jdk> found = new TreeMap<>();
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> homes = Files.list(INSTALLED)) {
                for (Path home : homes.sorted().toList()) {
                    if (Files.isExecutable(home.resolve("bin/java")) && Files.isReadable(home.resolve("release"))) {
                        Jdk jdk = new Jdk(home, versionOf(home));
                        found.putIfAbsent(jdk.major(), jdk);
                    }
                }
            }
        }
        found.put(current().major(), current());
        List<Jdk> wanted = new ArrayList<>();
        for (int major : majors) {
            if (found.containsKey(major)) {
                wanted.add(found.get(major));
            }
        }
        return wanted;
    }

    private static String versionOf(Path home) throws IOException {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
            release.load(in);
        }
        return release.getProperty("JAVA_VERSION", "0").replace("\"", "");
    }

    public int major() {
        return Integer.parseInt(version.split("\\D", 2)[0]);
    }

    public Path java() {
        return home.resolve("bin/java");
    }

    /**
     * Flags for every contender alike. Chronicle Queue reaches into the JDK; the others do not notice. From 24 on the
     * JVM wants to be told of native code and of Unsafe.
     */
    public List<String> trialFlags(String heap) {
        List<String> flags = new ArrayList<>(List.of("-Xmx" + heap, "-XX:+UseG1GC", "-XX:-UsePerfData"));
        for (String exported : List.of(
                "java.base/jdk.internal.ref",
                "java.base/jdk.internal.misc",
                "java.base/sun.nio.ch",
                "jdk.unsupported/sun.misc",
                "jdk.compiler/com.sun.tools.javac.file")) {
            flags.add("--add-exports=" + exported + "=ALL-UNNAMED");
        }
        for (String opened : List.of(
                "jdk.compiler/com.sun.tools.javac",
                "java.base/java.lang",
                "java.base/java.lang.reflect",
                "java.base/java.io",
                "java.base/java.nio",
                "java.base/java.util",
                "java.base/sun.nio.ch",
                "java.base/jdk.internal.misc")) {
            flags.add("--add-opens=" + opened + "=ALL-UNNAMED");
        }
        flags.add("-Dchronicle.analytics.disable=true");
        flags.add("-Dchronicle.announcer.disable=true");
        if (major() >= 24) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }
}
