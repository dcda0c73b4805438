package io.millrace.build;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * javac's class loader of plugins and annotation processors ({@code -XDprocloader}): one for all compilations with the same class path. javac alone makes a new
 * one each time; Error Prone's two thousand classes were loaded, interpreted and compiled ninety times a build. On the boot class path of Maven's JVM.
 *
 * <p><b>Threads.</b> Safe; what is loaded is shared by compilations that run at the same time, as in Gradle's and Bazel's daemons.
 */
public final class SharedProcessors extends ClassLoader {

    private static final Map<List<String>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    /** As javac asks for it. It closes what it has made only if that can be closed: this cannot. */
    public SharedProcessors(URL[] classPath, ClassLoader parent) {
        super(LOADERS.computeIfAbsent(
                Arrays.stream(classPath).map(URL::toString).toList(), any -> new URLClassLoader(classPath, parent)));
    }
}
