package io.millrace.queue.catalog;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that make, find and delete queues of few names see what one thread after the other would see; Lincheck draws and judges the histories. */
@Tag("once")
class CatalogLinearizabilityTest {

    /** Two with one hash, and so one stripe, and one beside them. */
    private static final List<String> NAMES = List.of("AaAa", "BBBB", "other");

    private static final StressOptions OPTIONS = new StressOptions()
            .iterations(10)
            .invocationsPerIteration(400)
            .threads(3)
            .actorsPerThread(3)
            .actorsBefore(2)
            .actorsAfter(2)
            .minimizeFailedScenario(false)
            .sequentialSpecification(Names.class);

    @Test
    void theCatalogIsASetOfNames() {
        OPTIONS.check(CatalogHistory.class);
    }

    @Test
    void deletingWithoutTheLockIsFound() {
        assertThatThrownBy(() -> OPTIONS.check(UnlockedHistory.class)).isInstanceOf(LincheckAssertionError.class);
    }

    /** What a catalog is to those who use it. */
    public static final class Names {
        private final Set<Integer> names = new HashSet<>();

        public boolean create(int name) {
            return names.add(name);
        }

        public boolean find(int name) {
            return names.contains(name);
        }

        public boolean delete(int name) {
            return names.remove(name);
        }
    }

    /** The catalog; each history has one of its own. */
    public static class CatalogHistory {
        private final PageArena arena = PageArena.create(1 << 20);
        final Catalog catalog = new Catalog(arena, 100, Duration.ZERO);

        /** Whether there was none of the name. */
        @Operation
        public boolean create(@Param(gen = IntGen.class, conf = "0:2") int name) {
            boolean[] made = new boolean[1];
            catalog.findOrCreate(NAMES.get(name), (queue, bytes) -> {
                made[0] = true;
                return true;
            });
            return made[0];
        }

        @Operation
        public boolean find(@Param(gen = IntGen.class, conf = "0:2") int name) {
            return catalog.find(NAMES.get(name)) >= 0;
        }

        /** Whether there was one of the name. */
        @Operation
        public boolean delete(@Param(gen = IntGen.class, conf = "0:2") int name) {
            int queue = catalog.find(NAMES.get(name));
            return queue >= 0 && deleteLive(queue);
        }

        boolean deleteLive(int queue) {
            synchronized (arena) { // the place of the lock that an engine has for each line
                boolean live = catalog.isLive(queue);
                if (live) {
                    catalog.delete(queue);
                }
                return live;
            }
        }
    }

    /** The same without the lock that {@link Catalog#delete} asks of its callers: two may delete one queue, and both say so. */
    public static final class UnlockedHistory extends CatalogHistory {
        @Override
        boolean deleteLive(int queue) {
            boolean live = catalog.isLive(queue);
            Thread.yield(); // what the lock is against would be rare
            if (live) {
                catalog.delete(queue);
            }
            return live;
        }
    }
}
