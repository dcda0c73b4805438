package io.millrace.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets Awaitility wait for a minute where a test says nothing else: its own ten seconds are a quiet machine's, and a wait that ends well takes no longer for it. Found by JUnit
 * through {@code META-INF/services}; nobody calls it.
 */
public final class PatientWaits implements LauncherSessionListener {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
