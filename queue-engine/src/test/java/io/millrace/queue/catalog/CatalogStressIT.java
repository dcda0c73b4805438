package io.millrace.queue.catalog;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.JcstressRun;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lock of a queue's line and what readers take from it without one; the rest of a run is jcstress looking at the machine. */
class CatalogStressIT {

    @Test
    void writersExcludeEachOtherAndReadersSeeWholeAppends() {
        JcstressRun.of(EntryLockStress.class, QueueTailStress.class)
                .iterations(2)
                .inOneMode()
                .run();
    }

    /** Whether such a run would find the fault: a matter of the stress, not of what is stressed. */
    @Test
    @Tag("long")
    void aReaderThatDoesNotLookAtTheVersionIsFound() {
        assertThatThrownBy(() ->
                        JcstressRun.of(UnversionedTailStress.class).inOneMode().run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("parts of different appends");
    }

    @Test
    @Tag("long")
    void writersExcludeEachOtherInEveryModeOfTheVirtualMachine() {
        JcstressRun.of(EntryLockStress.class, QueueTailStress.class)
                .time(Duration.ofMillis(500))
                .iterations(10)
                .limit(Duration.ofMinutes(15))
                .run();
    }
}
