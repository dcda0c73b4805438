package io.millrace.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the checked-out repository is that the running test belongs to. */
public final class Repository {

    /** The system property that names the root, for tests that run outside of it. */
    public static final String PROPERTY = "millrace.root";

    private Repository() {}

    /**
     * The root folder: what the property says, else the nearest folder upwards from the working directory that holds
     * {@code mvnw}.
     *
     * @throws IllegalStateException if there is none
     */
    public static Path root() {
        String told = System.getProperty(PROPERTY);
        if (told != null) {
            return Path.of(told);
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("mvnw"))) {
                return folder;
            }
        }
        throw new IllegalStateException(
                "no folder with mvnw from " + start + " upwards; say where it is: -D" + PROPERTY);
    }
}
