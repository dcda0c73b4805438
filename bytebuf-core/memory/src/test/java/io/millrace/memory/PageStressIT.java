package io.millrace.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.JcstressRun;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One run for all stress tests that must pass: most of a run's time is jcstress finding out what the machine can do. */
final class PageStressIT {

    @Test
    void pagesAreNeverRevivedAndRecordsNeverSeenInPart() {
        JcstressRun.of(PageReferenceStress.class, PagePublicationStress.class)
                .iterations(2)
                .inOneMode()
                .run();
    }

    @Test
    @Tag("long")
    void pagesAreNeverRevivedInEveryModeOfTheVirtualMachine() {
        JcstressRun.of(PageReferenceStress.class, PagePublicationStress.class)
                .iterations(5)
                .limit(Duration.ofMinutes(15))
                .run();
    }

    /** Whether such a run would find the fault: a matter of the stress, not of what is stressed. */
    @Test
    @Tag("long")
    void aCountThatIsWrongIsFound() {
        assertThatThrownBy(() ->
                        JcstressRun.of(CheckThenCountStress.class).inOneMode().run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("revived");
    }
}
