package io.millrace.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.LeakPresenceDetector.ResourceScope;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that has not released every Netty buffer it caused to be allocated.
 *
 * <pre>{@code
 * @ExtendWith(LeakCheck.class)                                  // each test alone, and what @BeforeAll left
 * @RegisterExtension static final LeakCheck LEAKS = LeakCheck.perClass();   // when event loops live for the class
 * }</pre>
 *
 * <p>Every buffer is counted, on every thread, by Netty's own presence detector: no sampling, no wait for a garbage
 * collection. A test is given half a minute in which its event loops may finish; then what is still open is reported
 * with the stack of its allocation. Buffers of static initialisers belong in
 * {@link io.netty.util.LeakPresenceDetector#staticInitializer}.
 *
 * <p><b>Threads:</b> tests of one JVM that run in parallel would be blamed for each other. Netty asks for its detector
 * once, when its buffers are first used: the testkit installs it before any test of the run (a JUnit launcher listener),
 * and the check fails loudly where something was faster. <b>Errors:</b> {@link AssertionError} for a leak; a release that
 * comes after its test was failed throws in the thread that releases.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    /** JUnit's configuration parameter for another patience than half a minute, in milliseconds: for tests that leak on purpose. */
    static final String SETTLING_MILLIS = "millrace.leaks.settling-millis";

    /** Closing channels and event loops is asynchronous; on a busy machine it takes a while. */
    private static final Duration SETTLING = Duration.ofSeconds(30);

    static {
        BufferLeakDetectors.install();
    }

    private final boolean perClass;
    private @Nullable ResourceScope classScope;

    /** A check of each test alone. */
    public LeakCheck() {
        this(false);
    }

    private LeakCheck(boolean perClass) {
        this.perClass = perClass;
    }

    /** One check after the last test of the class: for classes whose tests share servers. */
    public static LeakCheck perClass() {
        return new LeakCheck(true);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        requireDetector();
        classScope = ScopedLeakDetector.enter(context.getDisplayName());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (!perClass) {
            requireDetector();
            ScopedLeakDetector.enter(context.getDisplayName());
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!perClass) {
            ResourceScope ofTheTest = ScopedLeakDetector.current();
            // What @AfterAll still allocates belongs to the class again.
            ScopedLeakDetector.enter(classScope);
            check(ofTheTest, settling(context));
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ResourceScope ofTheClass = classScope;
        ScopedLeakDetector.enter((ResourceScope) null);
        if (ofTheClass != null) {
            check(ofTheClass, settling(context));
        }
    }

    private static Duration settling(ExtensionContext context) {
        return context.getConfigurationParameter(SETTLING_MILLIS, millis -> Duration.ofMillis(Long.parseLong(millis)))
                .orElse(SETTLING);
    }

    /** Waits until everything of the scope is released; else throws with the allocations. */
    private static void check(ResourceScope scope, Duration settling) {
        try {
            Awaitility.await()
                    .atMost(settling)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> !scope.hasOpenResources());
        } catch (ConditionTimeoutException e) {
            closeWithReport(scope, settling, e);
        }
    }

    /** Closing is the one public way to the list of allocations; it throws if something is open. */
    private static void closeWithReport(ResourceScope scope, Duration settling, ConditionTimeoutException timeout) {
        try {
            scope.close();
        } catch (IllegalStateException e) {
            AssertionError leak = new AssertionError("buffers not released within " + settling + ": " + e.getMessage());
            for (Throwable allocation : e.getSuppressed()) {
                leak.addSuppressed(allocation);
            }
            throw leak;
        }
        throw new AssertionError("buffers were released only after " + settling, timeout);
    }

    /** A buffer is allocated in a scope of its own: if nobody counted it, another detector was there first. */
    private static void requireDetector() {
        ResourceScope before = ScopedLeakDetector.current();
        ResourceScope probe = ScopedLeakDetector.enter("probe");
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(1);
        boolean counted = probe.hasOpenResources();
        buffer.release();
        ScopedLeakDetector.enter(before);
        if (!counted) {
            throw new IllegalStateException("Netty's buffers were in use before the leak detector was installed; put"
                    + " @ExtendWith(LeakCheck.class) on the class, and run with the JUnit launcher listener of the"
                    + " testkit (launcher listeners are discovered unless a configuration parameter disables them)");
        }
    }
}
