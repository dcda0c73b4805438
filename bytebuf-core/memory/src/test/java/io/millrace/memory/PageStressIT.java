package io.millrace.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.JcstressRun;
import org.junit.jupiter.api.Test;

/** One run for all stress tests that must pass: half of its time is jcstress finding out what the machine can do. */
final class PageStressIT {

    @Test
    void pagesAreNeverRevivedAndRecordsNeverSeenInPart() {
        JcstressRun.of(PageReferenceStress.class, PagePublicationStress.class)
                .iterations(2)
                .run();
    }

    @Test
    void aCountThatIsWrongIsFound() {
        assertThatThrownBy(() ->
                        JcstressRun.of(CheckThenCountStress.class).inOneMode().run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("revived");
    }
}
