package io.millrace.benchmark;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository is: {@code MILLRACE_HOME}, else above our own class path, else above the working directory. */
public final class ProjectHome {
    private static final String MARK = "benchmark/pom.xml";

    private ProjectHome() {}

    /** The directory that holds {@code benchmark/}; {@link IOException} where there is none. */
    public static Path find() throws IOException {
        String named = System.getenv("MILLRACE_HOME");
        if (named != null && !named.isBlank()) {
            return Path.of(named).toAbsolutePath();
        }
        for (Path start : new Path[] {ourselves(), Path.of("").toAbsolutePath()}) {
            for (Path directory = start; directory != null; directory = directory.getParent()) {
                if (Files.exists(directory.resolve(MARK))) {
                    return directory;
                }
            }
        }
        throw new IOException("cannot find the repository above " + ourselves() + " (set MILLRACE_HOME)");
    }

    private static Path ourselves() throws IOException {
        try {
            return Path.of(ProjectHome.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("our class path has no file: " + e.getMessage(), e);
        }
    }
}
