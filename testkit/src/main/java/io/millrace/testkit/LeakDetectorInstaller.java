package io.millrace.testkit;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Installs the detector of {@link LeakCheck} before the first test class of a run is loaded, because Netty asks for it
 * only once. Found by JUnit through {@code META-INF/services}; nobody calls it.
 */
public final class LeakDetectorInstaller implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        BufferLeakDetectors.install();
    }
}
