package io.millrace.launcher;

import io.millrace.launcher.load.CheckedLoad;
import io.millrace.launcher.load.HashCall;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * A {@link Platform} that is up, with a shutdown hook that ends it: after Ctrl-C, SIGTERM and SIGHUP as after a normal
 * end, calls in flight are answered and no child stays behind.
 */
final class RunningPlatform implements AutoCloseable {

    private static final int FIRST_CALL_ATTEMPTS = 20;

    private final Platform platform;
    private final PlatformOptions options;
    private final Progress progress;

    private RunningPlatform(Platform platform, PlatformOptions options, Progress progress) {
        this.platform = platform;
        this.options = options;
        this.progress = progress;
    }

    /** Starts it and returns when a first call was answered. */
    static RunningPlatform start(PlatformOptions options, Progress progress) throws IOException, InterruptedException {
        Platform platform = new Platform(progress);
        Runtime.getRuntime().addShutdownHook(new Thread(platform::close, "shutdown"));
        try {
            platform.start(options);
            awaitFirstAnswer(platform);
            return new RunningPlatform(platform, options, progress);
        } catch (IOException | InterruptedException | RuntimeException e) {
            platform.close();
            throw e;
        }
    }

    Platform platform() {
        return platform;
    }

    /** The addresses to try, under a title that says when. */
    void sayAddresses(String title) {
        progress.say("");
        progress.say(title);
        progress.say("  curl -d 'interface=" + HashCall.INTERFACE + "&method=" + HashCall.METHOD
                + "&parameterTypesString=Ljava/lang/String;&parameter=hello' http://127.0.0.1:" + options.port + "/");
        progress.say("  health:   http://127.0.0.1:" + options.managementPort + "/actuator/health");
        progress.say("  metrics:  http://127.0.0.1:" + options.managementPort + "/actuator/prometheus");
    }

    /** Never returns; the shutdown hook does what is to be done when the process is told to end. */
    void stayUntilKilled() throws InterruptedException {
        progress.say("");
        progress.say("Running. Ctrl-C drains and ends everything.");
        new CountDownLatch(1).await();
    }

    @Override
    public void close() {
        platform.close();
    }

    /** The consumer agent learns of the service with the first call for it, so the first may come too early. */
    private static void awaitFirstAnswer(Platform platform) throws InterruptedException {
        String failure = null;
        for (int attempt = 0; attempt < FIRST_CALL_ATTEMPTS; attempt++) {
            failure = new CheckedLoad(platform.address(), 1, 1, attempt)
                    .run(done -> {})
                    .firstFailure();
            if (failure == null) {
                return;
            }
        }
        throw new LauncherException("no call is answered: " + failure);
    }
}
