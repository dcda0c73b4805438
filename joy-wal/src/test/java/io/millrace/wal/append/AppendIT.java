package io.millrace.wal.append;

import io.millrace.testkit.JcstressRun;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class AppendIT {

    @Test
    void whatTheCommitterPassesIsWhole() {
        JcstressRun.of(AppendStress.class).iterations(2).inOneMode().run();
    }

    @Test
    @Tag("long")
    void whatTheCommitterPassesIsWholeInEveryModeOfTheVirtualMachine() {
        JcstressRun.of(AppendStress.class)
                .iterations(5)
                .limit(Duration.ofMinutes(15))
                .run();
    }
}
