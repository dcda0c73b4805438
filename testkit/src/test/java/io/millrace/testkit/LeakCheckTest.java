package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs small test classes on a JUnit of their own and looks at what it reports. */
final class LeakCheckTest {

    /** How long a leak is waited for, where there is one. */
    private static final int LEAK_MILLIS = 300;

    @Test
    void aTestThatReleasesEverythingPasses() {
        assertThat(failuresOf(Clean.class)).isEmpty();
    }

    @Test
    void aLeakFailsTheTestAndNamesTheAllocation() {
        List<Throwable> failures = failuresOf(Leaking.class, LEAK_MILLIS);
        assertThat(failures).hasSize(2).allSatisfy(failure -> assertThat(failure)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not released"));
        assertThat(failures.get(0).getSuppressed()).anySatisfy(allocation -> assertThat(allocation.getStackTrace())
                .anyMatch(frame -> frame.getClassName().contains("LeakCheckTest$Leaking")));
    }

    @Test
    void aBufferReleasedOnAnotherThreadAfterTheTestIsWaitedFor() {
        assertThat(failuresOf(Slow.class)).isEmpty();
    }

    @Test
    void perClassTestsMayHandBuffersOnUntilTheClassEnds() {
        assertThat(failuresOf(Sharing.class)).isEmpty();
        assertThat(failuresOf(SharingForGood.class, LEAK_MILLIS)).hasSize(1);
    }

    @ExtendWith(LeakCheck.class)
    static final class Clean {

        @Test
        void releases() {
            PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
            PooledByteBufAllocator.DEFAULT.heapBuffer(16).release();
        }
    }

    @ExtendWith(LeakCheck.class)
    static final class Leaking {

        @Test
        void forgetsAPooledBuffer() {
            assertThat(PooledByteBufAllocator.DEFAULT.directBuffer(16).isDirect())
                    .isTrue();
        }

        @Test
        void forgetsAnUnpooledBuffer() {
            assertThat(UnpooledByteBufAllocator.DEFAULT.directBuffer(16).isDirect())
                    .isTrue();
        }
    }

    @ExtendWith(LeakCheck.class)
    static final class Slow {

        @Test
        void leavesTheReleaseToAnotherThread() {
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(16);
            CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS)
                    .execute(() -> ReferenceCountUtil.safeRelease(buffer));
        }
    }

    static final class Sharing {

        @RegisterExtension
        static final LeakCheck LEAKS = LeakCheck.perClass();

        static ByteBuf shared = io.netty.buffer.Unpooled.EMPTY_BUFFER;

        @Test
        void takes() {
            shared = PooledByteBufAllocator.DEFAULT.directBuffer(16);
        }

        @AfterEach
        void stillHolds() {
            assertThat(shared.refCnt()).isEqualTo(1);
        }

        @AfterAll
        static void releases() {
            shared.release();
        }
    }

    static final class SharingForGood {

        @RegisterExtension
        static final LeakCheck LEAKS = LeakCheck.perClass();

        @Test
        void takes() {
            assertThat(PooledByteBufAllocator.DEFAULT.directBuffer(16).refCnt()).isEqualTo(1);
        }
    }

    private static List<Throwable> failuresOf(Class<?> testClass) {
        return failuresOf(testClass, 5000);
    }

    private static List<Throwable> failuresOf(Class<?> testClass, int settlingMillis) {
        List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(testClass))
                .configurationParameter(LeakCheck.SETTLING_MILLIS, Integer.toString(settlingMillis))
                .build();
        TestExecutionListener collector = new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result.getThrowable().ifPresent(failures::add);
            }
        };
        LauncherFactory.create().execute(request, collector);
        return failures;
    }
}
