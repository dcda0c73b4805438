package io.millrace.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;

/** Rule 9: nothing that runs on an event loop blocks it. Calls and method references count, lambdas included. */
final class BlockingRules {

    private static final String CHANNEL_HANDLER = "io.netty.channel.ChannelHandler";

    private static final List<Blocking> BLOCKING = List.of(
            new Blocking("java.lang.Thread", Set.of("sleep", "join")),
            new Blocking("java.lang.Object", Set.of("wait")),
            new Blocking("java.util.concurrent.TimeUnit", Set.of("sleep", "timedJoin", "timedWait")),
            new Blocking("java.util.concurrent.Future", Set.of("get")),
            new Blocking("java.util.concurrent.CompletableFuture", Set.of("get", "join")),
            new Blocking("java.util.concurrent.CountDownLatch", Set.of("await")),
            new Blocking("java.util.concurrent.CyclicBarrier", Set.of("await")),
            new Blocking("java.util.concurrent.Semaphore", Set.of("acquire", "acquireUninterruptibly")),
            new Blocking("java.util.concurrent.BlockingQueue", Set.of("put", "take")),
            new Blocking("java.util.concurrent.ExecutorService", Set.of("awaitTermination", "invokeAll", "invokeAny")),
            new Blocking("java.util.concurrent.locks.Condition", Set.of("await", "awaitNanos", "awaitUninterruptibly")),
            new Blocking("java.util.concurrent.locks.LockSupport", Set.of("park", "parkNanos", "parkUntil")),
            new Blocking("java.nio.channels.FileChannel", Set.of("force")));

    /**
     * For handlers only: Netty itself refuses to wait on an event loop, and beside the handlers a stage also holds what
     * the starting thread calls, which binds and closes servers and may wait for that.
     */
    private static final List<Blocking> BLOCKING_IN_HANDLERS = List.of(new Blocking(
            "io.netty.util.concurrent.Future", Set.of("sync", "syncUninterruptibly", "await", "awaitUninterruptibly")));

    private final ArchitectureMap map;

    BlockingRules(ArchitectureMap map) {
        this.map = map;
    }

    /** Methods of a type and its subtypes that may wait. */
    private record Blocking(String owner, Set<String> methods) {

        boolean matches(CodeUnitAccessTarget target) {
            return methods.contains(target.getName()) && target.getOwner().isAssignableTo(owner);
        }
    }

    ArchRule handlersNeverBlock() {
        return classes()
                .that(DescribedPredicate.describe("run on event loops", this::runsOnEventLoop))
                .should(neverBlock())
                .allowEmptyShould(true)
                .as("9 event-loop handlers never block");
    }

    private boolean runsOnEventLoop(JavaClass type) {
        return isHandler(type)
                || map.moduleOf(type).filter(module -> isInside(module, type)).isPresent();
    }

    private static boolean isHandler(JavaClass type) {
        return type.isAssignableTo(CHANNEL_HANDLER);
    }

    private static boolean isInside(Module module, JavaClass type) {
        return module.insideRunsOnEventLoops()
                && module.stageOf(type)
                        .filter(stage -> !stage.equals(Module.BOOT))
                        .isPresent();
    }

    private static ArchCondition<JavaClass> neverBlock() {
        return new ArchCondition<>("never block") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getCodeUnits().forEach(unit -> checkCalls(unit, events));
            }
        };
    }

    private static void checkCalls(JavaCodeUnit unit, ConditionEvents events) {
        unit.getCallsFromSelf().forEach(call -> {
            if (isBlocking(unit.getOwner(), call.getTarget())) {
                events.add(SimpleConditionEvent.violated(call, call.getDescription()));
            }
        });
        unit.getCodeUnitReferencesFromSelf().forEach(reference -> {
            if (isBlocking(unit.getOwner(), reference.getTarget())) {
                events.add(SimpleConditionEvent.violated(reference, reference.getDescription()));
            }
        });
    }

    private static boolean isBlocking(JavaClass caller, CodeUnitAccessTarget target) {
        return matches(BLOCKING, target) || (isHandler(caller) && matches(BLOCKING_IN_HANDLERS, target));
    }

    private static boolean matches(List<Blocking> calls, CodeUnitAccessTarget target) {
        return calls.stream().anyMatch(blocking -> blocking.matches(target));
    }
}
